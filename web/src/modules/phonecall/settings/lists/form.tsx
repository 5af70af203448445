import { tidyName } from '@kontor/contract/kernel';
import { phonecallCommands, type CallList } from '@kontor/contract/phonecall';
import type { ComponentProps } from 'react';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { EditedForm } from '../../../../shell/forms/edited-list.tsx';
import { useForm } from '../../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { Check, Segments, TextField } from '../../../../ui/fields.tsx';
import { MemberField } from '../../../account/index.tsx';
import { useProblem } from '../../use-problem.ts';
import { listTexts } from './texts.ts';

interface Draft {
  readonly name: string;
  readonly ids: readonly number[];
  readonly showsNumber: boolean;
  readonly mayPrint: boolean;
  readonly answeredState: CallList['answeredState'];
  readonly keepsDays: string;
}

const keyOf = ({ name, ids, ...rest }: Draft): string =>
  JSON.stringify([tidyName(name), ids.toSorted((a, b) => a - b), rest]);
const isDays = (text: string): boolean => {
  const days = Number(text);
  return text.trim() === '' || (/^\d+$/.test(text.trim()) && days >= 1 && days <= 36_500);
};

const NEW_LIST: Draft = {
  name: '',
  ids: [],
  showsNumber: false,
  mayPrint: false,
  answeredState: 'seen',
  keepsDays: '',
};
function beginList(list: CallList | undefined): Draft {
  if (list === undefined) return NEW_LIST;
  const { name, members, showsNumber, mayPrint, answeredState, keepsDays } = list;
  return {
    name,
    ids: members.map(({ userId }) => userId),
    showsNumber,
    mayPrint,
    answeredState,
    keepsDays: keepsDays === null ? '' : String(keepsDays),
  };
}

/** A new list of calls, or one that is there: its name, who sees its calls, and what becomes of them. */
export function ListForm({
  list,
  people,
  onSaved,
  onClose,
}: {
  list: CallList | undefined;
  people: ComponentProps<typeof MemberField>['people'];
  onSaved: (listId: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(listTexts);
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const form = useForm<Draft>({
    title: list?.name ?? t.newTitle,
    start: beginList(list),
    isChanged: (one, other) => keyOf(one) !== keyOf(other),
    isValid: ({ name, keepsDays }) => tidyName(name) !== '' && isDays(keepsDays),
    send: async ({ name, ids, keepsDays, ...rest }) => {
      const params = {
        listId: list?.listId ?? null,
        name: tidyName(name),
        memberIds: [...ids],
        keepsDays: keepsDays.trim() === '' ? null : Number(keepsDays),
        ...rest,
      };
      const { listId } = await sendOnce(phonecallCommands.saveList, params);
      notices.show({ text: t.saved(params.name) });
      onSaved(listId);
    },
    say: useProblem(),
  });
  const { draft, fault, isTried, change } = form;
  const isTaken = fault?.code === 'CALL_LIST_EXISTS';
  const isMissing = isTried && tidyName(draft.name) === '';
  return (
    <EditedForm
      back={t.back}
      title={list?.name ?? t.newTitle}
      isNew={list === undefined}
      form={form}
      isSaidAbove={isTaken}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        autoComplete="off"
        autoFocus
        maxLength={100}
        fault={isMissing ? t.required : isTaken ? fault.text : undefined}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <MemberField people={people} userIds={draft.ids} empty={t.nobody} onChange={(ids) => change({ ids })} />
      <Check
        label={t.showsNumber}
        checked={draft.showsNumber}
        onChange={({ currentTarget }) => change({ showsNumber: currentTarget.checked })}
      />
      <Check
        label={t.mayPrint}
        checked={draft.mayPrint}
        onChange={({ currentTarget }) => change({ mayPrint: currentTarget.checked })}
      />
      <Segments
        label={t.answered}
        value={draft.answeredState}
        options={[
          ['seen', t.answeredStates.seen],
          ['ready', t.answeredStates.ready],
        ]}
        onChange={(answeredState) => change({ answeredState })}
      />
      <TextField
        label={t.keeps}
        hint={t.keepsHint}
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        fault={isTried && !isDays(draft.keepsDays) ? t.keepsWrong : undefined}
        value={draft.keepsDays}
        onChange={({ currentTarget }) => change({ keepsDays: currentTarget.value })}
      />
    </EditedForm>
  );
}
