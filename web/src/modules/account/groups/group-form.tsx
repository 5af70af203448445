import { MAX_GROUP_NAME, groupCommands, type Group } from '@kontor/contract/account';
import { tidyName } from '@kontor/contract/kernel';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Conflict } from '../../../shell/forms/conflict.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { TextField } from '../../../ui/fields.tsx';
import { BackTo } from '../../../ui/back-to.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button } from '../../../ui/parts.tsx';
import { Section } from '../section.tsx';
import { useProblem, useSendOnce } from '../use-send-once.ts';
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
  const { ref, draft, theirs, fault, isDirty, isTried, isBusy, change, submit, takeTheirs, keepMine, leave } = useForm<
    GroupDraft,
    Group
  >({
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
    newer: (data) => ({ copy: data as Group, version: (data as Group).aggregateVersion }),
  });
  const wrongName = nameFault(draft, groups, group?.groupId);
  const nameText = isTried && wrongName !== undefined ? t.fault[wrongName] : undefined;
  const isTaken = fault?.code === 'NAME_TAKEN';
  return (
    <>
      <BackTo label={t.back} onBack={() => leave(onClose)} />
      <Section title={group?.name ?? t.newTitle}>
        <form ref={ref} className="form" onSubmit={(event) => submit(event, onClose)} noValidate>
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
          <FaultNote text={isTaken ? undefined : fault?.text} />
          {theirs === undefined ? null : (
            <Conflict
              t={t}
              onTake={() => takeTheirs(draftOf(theirs))}
              onKeep={() => void keepMine().then((isDone) => (isDone ? onClose() : undefined))}
            />
          )}
          <footer className="form-buttons">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button kind="primary" type="submit" aria-disabled={isBusy} disabled={group !== undefined && !isDirty}>
              {group === undefined ? t.create : t.save}
            </Button>
          </footer>
        </form>
      </Section>
    </>
  );
}
