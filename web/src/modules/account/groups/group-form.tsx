import { MAX_GROUP_NAME, groupCommands, type Group } from '@kontor/contract/account';
import { tidyName } from '@kontor/contract/kernel';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Conflict } from '../../../shell/forms/conflict.tsx';
import { EditedForm } from '../../../shell/forms/edited-list.tsx';
import { newerCopy, useForm } from '../../../shell/forms/use-form.ts';
import { TextField } from '../../../ui/fields.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import { MemberField } from './member-field.tsx';
import { draftOf, isChanged, nameFault, type GroupDraft, type People } from './rules.ts';
import { texts } from './texts.ts';

/** A new group, or one that is there. Whoever was quicker is not overwritten unasked. */
export function GroupForm({
  group,
  groups,
  people,
  onSaved,
  onClose,
}: {
  group: Group | undefined;
  groups: readonly Group[];
  people: People;
  onSaved: (group: Group) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const { notices } = useShell();
  const form = useForm<GroupDraft, Group>({
    title: group?.name ?? t.newTitle,
    start: draftOf(group),
    version: group?.aggregateVersion ?? 0,
    isChanged,
    isValid: (draft) => nameFault(draft, groups, group?.groupId) === undefined,
    send: async (draft, version) => {
      const about = { name: tidyName(draft.name), userIds: [...draft.userIds] };
      const saved =
        group === undefined
          ? await sendOnce(groupCommands.createGroup, about)
          : await sendOnce(groupCommands.changeGroup, {
              groupId: group.groupId,
              ...about,
              aggregateVersion: version ?? 0,
            });
      notices.show({ text: t.saved(saved.name) });
      onSaved(saved);
    },
    say: (failure) => (failure.code === 'NAME_TAKEN' ? t.fault.taken : problem(failure)),
    newer: newerCopy<Group>(({ aggregateVersion }) => aggregateVersion),
  });
  const { draft, fault, isTried, change } = form;
  const wrongName = nameFault(draft, groups, group?.groupId);
  const nameText = isTried && wrongName !== undefined ? t.fault[wrongName] : undefined;
  const isTaken = fault?.code === 'NAME_TAKEN';
  return (
    <EditedForm
      back={t.back}
      title={group?.name ?? t.newTitle}
      isNew={group === undefined}
      form={form}
      isSaidAbove={isTaken}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t.name}
        autoComplete="off"
        autoFocus
        maxLength={MAX_GROUP_NAME}
        fault={isTaken ? fault.text : nameText}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <MemberField
        people={people}
        userIds={draft.userIds}
        empty={t.noMembers}
        onChange={(userIds) => change({ userIds })}
      />
      <Conflict t={t} form={form} draftOf={draftOf} onKept={onClose} />
    </EditedForm>
  );
}
