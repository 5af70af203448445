import { TYPES_KEY, recordActivityCommands } from '@kontor/contract/memo';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { useUnsaved } from '../../../shell/forms/use-unsaved.ts';
import { texts } from '../texts.ts';
import { typeName } from '../type-name.ts';
import { begunWith, faultOf, savedAs, type Edited, type Editing, type Offered } from './rules.ts';
import { typesTexts } from './texts.ts';

/** A kind of conversation as the server has it. */
export interface Type extends Offered {
  readonly isOffered: boolean;
}

const offeredOf = (stored: readonly Type[]): readonly Offered[] =>
  stored.flatMap(({ isOffered, ...type }) => (isOffered ? type : []));

/** What is edited, begun with what is stored; while nothing is changed it follows that. */
function useList(stored: readonly Type[]) {
  const m = useTexts(texts);
  const begin = (before?: readonly Edited[]): Editing =>
    begunWith(offeredOf(stored), (communicationType) => typeName(m, communicationType), before);
  const [followed, setFollowed] = useState(stored);
  const [editing, setEditing] = useState(() => begin());
  const isDirty = editing.list !== editing.base;
  if (followed !== stored) {
    setFollowed(stored);
    if (!isDirty) setEditing(begin(editing.list));
  }
  return {
    list: editing.list,
    isDirty,
    known: editing.known,
    change: (list: readonly Edited[]): void => setEditing((now) => ({ ...now, list })),
    /** Begins anew with what is stored. */
    reset: (): void => setEditing(begin()),
    saved: (sent: readonly Edited[], kept: readonly Offered[]): void => setEditing((now) => savedAs(now, sent, kept)),
  };
}

/** The list while it is edited: what is wrong with it, and how it is saved, or over what somebody else has saved meanwhile. */
export function useTypesEditing(stored: readonly Type[]) {
  const t = useTexts(typesTexts);
  const m = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const { list, isDirty, known, change, reset, saved } = useList(stored);
  const [fault, setFault] = useState('');
  const [isConflict, setConflict] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const send = async (isForced: boolean): Promise<boolean> => {
    const wrong = faultOf(list);
    setFault(
      wrong === undefined
        ? ''
        : wrong.why === 'twice'
          ? t.twice(wrong.name)
          : wrong.why === 'name'
            ? t.needsName
            : t.needsOne,
    );
    if (wrong !== undefined || isBusy) return false;
    setBusy(true);
    const types = list.map(({ id: number, kept, name }) => ({
      id: number,
      communicationType: kept !== '' && name === typeName(m, kept) ? kept : name.trim(),
    }));
    const params = { types, ...(isForced ? {} : { known: [...known] }) };
    try {
      const { saveCommunicationTypes } = recordActivityCommands;
      const kept = await client.transport.command(saveCommunicationTypes, params, client.env.newId(), {
        once: true,
      });
      setConflict(false);
      saved(list, kept.types);
      client.ask.touch([TYPES_KEY]);
      notices.show({ text: t.saved });
      return true;
    } catch (error) {
      const { code, kind } = asFailure(error);
      if (code === 'COMMUNICATION_TYPES_CONFLICT') {
        client.ask.touch([TYPES_KEY]);
        setConflict(true);
      } else setFault(kind === 'offline' ? t.offline : t.notSaved);
      return false;
    } finally {
      setBusy(false);
    }
  };
  useUnsaved({ title: t.editing, isDirty, save: () => send(false), discard: reset });
  return {
    list,
    isDirty,
    change,
    reset: (): void => {
      setConflict(false);
      reset();
    },
    fault,
    isConflict,
    isBusy,
    /** `isForced`: over what somebody else has saved. */
    send,
  };
}
