import { TYPES_KEY, recordActivityCommands } from '@kontor/contract/memo';
import { useMemo } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { texts } from '../texts.ts';
import { typeName } from '../type-name.ts';
import { begunWith, faultOf, followed, isChanged, savedAs, type Offered, type TypesDraft } from './rules.ts';
import { typesTexts } from './texts.ts';

/** A kind of conversation as the server has it. */
export interface Type extends Offered {
  readonly isOffered: boolean;
}

/** The list while it is edited: it follows `types`, which the server has, while nothing is changed. Returns the list as `stored`, too. */
export function useTypesEditing(types: readonly Type[]) {
  const t = useTexts(typesTexts);
  const m = useTexts(texts);
  const client = useClient();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const stored = useMemo(() => {
    const offered = types.flatMap(({ isOffered, ...type }) => (isOffered ? type : []));
    return begunWith(offered, (communicationType) => typeName(m, communicationType));
  }, [types, m]);
  const form = useForm<TypesDraft, true, { readonly types: readonly Offered[] }>({
    title: t.editing,
    start: stored,
    stored,
    rebase: followed,
    isChanged,
    isValid: ({ list }) => faultOf(list) === undefined,
    send: async ({ list, known }, _version, isOver) => {
      const params = {
        types: list.map(({ id, kept, name }) => ({
          id,
          communicationType: kept !== '' && name === typeName(m, kept) ? kept : name.trim(),
        })),
        ...(isOver ? {} : { known: [...known] }),
      };
      try {
        const answer = await sendOnce(recordActivityCommands.saveCommunicationTypes, params);
        notices.show({ text: t.saved });
        return answer;
      } finally {
        client.ask.touch([TYPES_KEY]);
      }
    },
    saved: (draft, sent, answer) => savedAs(draft, sent, answer.types),
    say: ({ kind }) => (kind === 'offline' ? t.offline : t.notSaved),
    newer: ({ code }) => (code === 'COMMUNICATION_TYPES_CONFLICT' ? { copy: true, version: 0 } : undefined),
  });
  const wrong = form.isTried ? faultOf(form.draft.list) : undefined;
  const fault =
    wrong === undefined
      ? form.fault?.text
      : wrong.why === 'twice'
        ? t.twice(wrong.name)
        : wrong.why === 'name'
          ? t.needsName
          : t.needsOne;
  return { ...form, stored, fault };
}
