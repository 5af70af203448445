import { MAX_GROUP_NAME, groupCommands, type Group } from '@kontor/contract/account';
import { tidyName } from '@kontor/contract/kernel';
import { useRef, useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { useUnsaved } from '../../../shell/use-unsaved.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { Section } from '../section.tsx';
import { useProblem, useTell } from '../use-tell.ts';
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
  const tell = useTell();
  const problem = useProblem();
  const { notices } = useShell();
  const [before, setBefore] = useState(() => draftOf(group));
  const [draft, setDraft] = useState(before);
  const [version, setVersion] = useState(group?.aggregateVersion ?? 0);
  /** The group as somebody else has saved it meanwhile. */
  const [theirs, setTheirs] = useState<Group>();
  const [tried, setTried] = useState(false);
  const [fault, setFault] = useState<{ readonly code: string; readonly text: string | undefined }>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const wrongName = nameFault(draft, groups, group?.groupId);
  const nameText = tried && wrongName !== undefined ? t.fault[wrongName] : undefined;
  const isTaken = fault?.code === 'NAME_TAKEN';

  const change = (part: Partial<GroupDraft>): void => {
    setDraft({ ...draft, ...part });
    setFault(undefined);
  };
  /** True once it is saved. Else the form says why not. */
  const save = async (from: number): Promise<boolean> => {
    setTried(true);
    if (busy) return false;
    if (wrongName !== undefined) {
      form.current?.querySelector<HTMLInputElement>('[name=name]')?.focus();
      return false;
    }
    setBusy(true);
    setFault(undefined);
    const about = { name: tidyName(draft.name), userIds: [...draft.userIds] };
    try {
      const saved =
        group === undefined
          ? await tell(groupCommands.createGroup, about)
          : await tell(groupCommands.changeGroup, { groupId: group.groupId, ...about, aggregateVersion: from });
      setBefore(draft);
      notices.show({ text: t.saved(saved.name) });
      onSaved(saved);
      return true;
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code === 'VERSION_CONFLICT') setTheirs(failure.problem?.data as Group);
      else {
        setFault({ code: failure.code, text: failure.code === 'NAME_TAKEN' ? t.fault.taken : problem(failure) });
        if (failure.code === 'NAME_TAKEN') form.current?.querySelector<HTMLInputElement>('[name=name]')?.focus();
      }
      return false;
    } finally {
      setBusy(false);
    }
  };
  const isDirty = isChanged(before, draft);
  const leave = useUnsaved({ title: group?.name ?? t.newTitle, isDirty, save: () => save(version) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(version).then((isDone) => (isDone ? onClose() : undefined));
  };
  return (
    <>
      <div className="back">
        <Button kind="plain" icon="arrow-left" onClick={() => leave(onClose)}>
          {t.back}
        </Button>
      </div>
      <Section title={group?.name ?? t.newTitle}>
        <form ref={form} className="form" onSubmit={submit} noValidate>
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
          {fault === undefined || isTaken ? null : (
            <Callout tone="fault" icon="warning">
              {fault.text}
            </Callout>
          )}
          {theirs === undefined ? null : (
            <Callout tone="fault" icon="warning">
              <div className="group-conflict">
                <p>{t.conflict}</p>
                <div className="form-buttons">
                  <Button
                    onClick={() => {
                      setBefore(draftOf(theirs));
                      setDraft(draftOf(theirs));
                      setVersion(theirs.aggregateVersion);
                      setTheirs(undefined);
                    }}
                  >
                    {t.takeTheirs}
                  </Button>
                  <Button
                    onClick={() => {
                      setVersion(theirs.aggregateVersion);
                      setTheirs(undefined);
                      void save(theirs.aggregateVersion).then((isDone) => (isDone ? onClose() : undefined));
                    }}
                  >
                    {t.keepMine}
                  </Button>
                </div>
              </div>
            </Callout>
          )}
          <footer className="form-buttons">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button kind="primary" type="submit" aria-disabled={busy} disabled={group !== undefined && !isDirty}>
              {group === undefined ? t.create : t.save}
            </Button>
          </footer>
        </form>
      </Section>
    </>
  );
}
