import './merging.css';
import { recordCommands, recordKey, type FieldDefinition, type SimilarRecord } from '@kontor/contract/record';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useClient, useValue } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import type { Values } from '../fields/values.ts';
import { useDifferent } from './different.ts';
import { SimilarHint } from './similar-hint.tsx';
import { searchValues, byField } from './similar-rules.ts';
import { mergingTexts } from './texts.ts';
import { useSimilar } from './use-similar.ts';

const Peek = lazily(() => import('./peek.tsx').then((module) => module.Peek));

interface Props {
  readonly idoInstanceId: number;
  /** The record that is written; null for one that is to come. */
  readonly idoId: number | null;
  readonly fields: readonly FieldDefinition[];
  /** What stands in its fields; undefined where nothing is to be told. */
  readonly values: Values | undefined;
  /** Whether they are of one of its contact persons. */
  readonly isOfContactPerson?: boolean;
  /** What is done with another record that it may be, and how that is called. */
  readonly onOpen: (record: SimilarRecord) => void;
  readonly take?: string | undefined;
  /** Whether another record is looked at over what is written, as it would open behind it. */
  readonly isOver: boolean;
}

export interface Hints {
  /** What stands beside a field; undefined where there is nothing to say. */
  readonly asideOf: (key: string) => ReactNode | undefined;
  /** What is read out, and what is looked at. */
  readonly said: ReactNode;
  /** The record has come: it is another one than those that were called so. */
  readonly made: (idoId: number) => void;
}

/** Tells beside the fields of a record that is written which other ones it may be. */
export function useHints({ isOfContactPerson = false, onOpen, take, isOver, ...written }: Props): Hints {
  const { idoInstanceId, idoId, fields, values } = written;
  const t = useTexts(mergingTexts);
  const client = useClient();
  const mayChange = useValue(client.configuration)?.rights.createIdo === true;
  const markDifferent = useDifferent();
  const [others, setOthers] = useState<ReadonlySet<number>>(new Set());
  const [looked, setLooked] = useState<SimilarRecord>();
  const said = values === undefined ? undefined : searchValues(fields, values);
  const found = useSimilar(idoInstanceId, idoId, said, isOfContactPerson);
  const hints = byField(found, others);
  const isOther = (one: SimilarRecord): void => {
    setOthers(new Set([...others, one.idoId]));
    if (idoId === null) return;
    markDifferent(idoInstanceId, [idoId, one.idoId], () =>
      setOthers((all) => new Set([...all].filter((id) => id !== one.idoId))),
    );
  };
  const names = [...hints.values()].flat().map(({ displayName, why }) => t.saidOne(displayName, t.why[why]));
  return {
    asideOf: (key) => {
      const own = hints.get(key);
      return own === undefined ? undefined : (
        <SimilarHint records={own} onLook={isOver ? setLooked : onOpen} onOther={mayChange ? isOther : undefined} />
      );
    },
    said: (
      <>
        <p className="hidden-text" role="status">
          {names.length === 0 ? '' : t.said(names.join(', '))}
        </p>
        {looked === undefined
          ? null
          : createPortal(
              <Requested>
                <Peek
                  record={looked}
                  take={take ?? t.openRecord}
                  onTake={() => {
                    setLooked(undefined);
                    onOpen(looked);
                  }}
                  onClose={() => setLooked(undefined)}
                />
              </Requested>,
              document.body,
            )}
      </>
    ),
    made: (newId) => {
      // Nobody waits for it: it is kept until the server has taken it, and said where it did not.
      for (const other of others)
        void client.enqueue(
          recordCommands.markDifferent,
          { idoInstanceId, idoIds: [newId, other] },
          { patches: [], keys: [recordKey(newId)] },
        );
    },
  };
}
