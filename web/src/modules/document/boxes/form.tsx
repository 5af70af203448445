import { documentCommands, type DocumentBox } from '@kontor/contract/document';
import { tidyName } from '@kontor/contract/kernel';
import type { ComponentProps } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { EditedForm } from '../../../shell/forms/edited-list.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { TextField } from '../../../ui/fields.tsx';
import { MemberField } from '../../account/index.tsx';
import { problemOf } from '../problem-of.ts';
import { problemTexts } from '../texts.ts';
import { boxTexts } from './texts.ts';

interface Draft {
  readonly name: string;
  readonly ids: readonly number[];
}

const isChanged = (one: Draft, other: Draft): boolean => keyOf(one) !== keyOf(other);
const keyOf = ({ name, ids }: Draft): string => JSON.stringify([tidyName(name), ...ids.toSorted((a, b) => a - b)]);

/** A new box, or one that is there: its name, and who sees what lies in it. */
export function BoxForm({
  box,
  people,
  onSaved,
  onClose,
}: {
  box: DocumentBox | undefined;
  people: ComponentProps<typeof MemberField>['people'];
  onSaved: (boxId: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(boxTexts);
  const p = useTexts(problemTexts);
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const form = useForm<Draft>({
    title: box?.name ?? t.newTitle,
    start: { name: box?.name ?? '', ids: box?.members.map(({ userId }) => userId) ?? [] },
    isChanged,
    isValid: ({ name }) => tidyName(name) !== '',
    send: async ({ name, ids }) => {
      const params = { boxId: box?.boxId ?? null, name: tidyName(name), memberIds: [...ids] };
      const { boxId } = await sendOnce(documentCommands.saveBox, params);
      notices.show({ text: t.saved(params.name) });
      onSaved(boxId);
    },
    say: ({ kind, code }) => problemOf(p, kind === 'offline' ? 'OFFLINE' : code),
  });
  const { draft, fault, isTried, change } = form;
  const isTaken = fault?.code === 'DOCUMENT_BOX_EXISTS';
  const isMissing = isTried && tidyName(draft.name) === '';
  return (
    <EditedForm
      back={t.back}
      title={box?.name ?? t.newTitle}
      isNew={box === undefined}
      form={form}
      isSaidAbove={isTaken}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t.name}
        autoComplete="off"
        autoFocus
        maxLength={100}
        fault={isMissing ? t.required : isTaken ? fault.text : undefined}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <MemberField people={people} userIds={draft.ids} empty={t.nobody} onChange={(ids) => change({ ids })} />
    </EditedForm>
  );
}
