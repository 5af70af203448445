import type { TaskDetail } from '@kontor/contract/task';
import { useState } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { Chip } from '../../../editor/writing/index.ts';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { PresenceDot } from '../../../shell/people/presence-dot.tsx';
import type { MenuItem } from '../../../ui/menu.tsx';
import { AlarmDialog } from './alarm-dialog.tsx';
import { DueDialog } from './due-dialog.tsx';
import { dayOf, overAt, sayDue } from './due-words.ts';
import type { Task } from './fields.ts';
import { RepetitionDialog } from './repetition-dialog.tsx';
import { sayRepetition } from './repetition-words.ts';
import { TagsDialog } from './tags-dialog.tsx';
import { detailTexts } from './texts.ts';

interface Props {
  readonly details: TaskDetail;
  readonly fields: Task;
  readonly isFixed: boolean;
  /** It is Done: nothing is too late any more. */
  readonly isDone: boolean;
  readonly onWrite: (part: Partial<Task>) => void;
}
type DialogName = 'due' | 'alarm' | 'repeat' | 'tags';

/** What is known of a task or note beside its text, each changed in its place. */
export function TaskChips(props: Props) {
  const t = useTexts(detailTexts);
  const language = useLanguage();
  const { details, fields: task, isFixed, onWrite } = props;
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const { repetitionConfig: repetition, tags, alarmConfig } = task;
  const zone = useZone();
  const now = useMinute();
  const alarm = alarmConfig.notifiable ? alarmConfig.date : null;
  const { occurrence } = details;
  const repeats =
    repetition === null
      ? undefined
      : [
          sayRepetition(repetition, t, language),
          ...(occurrence === null ? [] : [t.occurrence(occurrence.number, occurrence.of)]),
        ].join(' · ');
  return (
    <div className="written-chips">
      <DueChip {...props} onAsk={() => setOpenDialog('due')} />
      <People {...props} />
      <Chip
        icon="bell"
        label={t.alarm}
        value={alarm === null ? undefined : sayDue(alarm, zone, now, language)}
        disabled={isFixed}
        onClick={() => setOpenDialog('alarm')}
      />
      {details.moduleLayout === 'task' || repetition !== null ? (
        <Chip
          icon="repeat"
          label={t.repeat}
          value={repeats}
          disabled={isFixed}
          onClick={() => setOpenDialog('repeat')}
        />
      ) : null}
      <Chip
        icon="tag"
        label={t.tags}
        value={tags.length === 0 ? undefined : tags.join(', ')}
        disabled={isFixed}
        onClick={() => setOpenDialog('tags')}
      />
      {openDialog === undefined ? null : (
        <Dialogs
          openDialog={openDialog}
          details={details}
          task={task}
          onWrite={onWrite}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </div>
  );
}

function DueChip({ fields: task, isFixed, isDone, onAsk }: Props & { onAsk: () => void }) {
  const t = useTexts(detailTexts);
  const language = useLanguage();
  const zone = useZone();
  const now = useMinute();
  const { fixedMaturityDate: due } = task;
  return (
    <Chip
      icon="calendar-blank"
      label={t.due}
      value={due === null ? undefined : sayDue(due, zone, now, language)}
      tone={due !== null && !isDone && overAt(due, zone) <= now ? 'fault' : undefined}
      disabled={isFixed}
      onClick={onAsk}
    />
  );
}

/** Whose it is, and who has given it. */
function People({ details, fields: task, isFixed, onWrite }: Props) {
  const t = useTexts(detailTexts);
  const own = useValue(useClient().user)?.id;
  const { availableUsers, allUsers } = details;
  const nameOf = (id: number): string | undefined =>
    id === own ? t.me : [...availableUsers, ...allUsers].find(({ ID }) => ID === id)?.Displayname;
  const choices = (value: number, choose: (id: number) => void): readonly MenuItem[] =>
    availableUsers.map(({ ID, Displayname }) => ({
      key: String(ID),
      label: ID === own ? `${Displayname} (${t.me})` : Displayname,
      checked: ID === value,
      hint: <PresenceDot userId={ID} />,
      onSelect: () => choose(ID),
    }));
  // Who gives a task away is who has given it, unless somebody else is said to have.
  const giveTo = (responsibleUserId: number): void =>
    onWrite({
      responsibleUserId,
      ...(task.ownerUserId === 0 && own !== undefined && responsibleUserId !== own ? { ownerUserId: own } : {}),
    });
  const isNote = details.moduleLayout === 'note';
  return (
    <>
      <Chip
        icon="user"
        label={t.responsible}
        value={isNote && task.responsibleUserId === own ? undefined : (nameOf(task.responsibleUserId) ?? t.nobody)}
        disabled={isFixed}
        items={choices(task.responsibleUserId, giveTo)}
      >
        <PresenceDot userId={task.responsibleUserId} />
      </Chip>
      {task.ownerUserId === 0 && isFixed ? null : task.ownerUserId === 0 && task.responsibleUserId === own ? null : (
        <Chip
          icon="signature"
          label={t.owner}
          value={task.ownerUserId === 0 ? undefined : (nameOf(task.ownerUserId) ?? t.nobody)}
          disabled={isFixed}
          items={[
            ...choices(task.ownerUserId, (ownerUserId) => onWrite({ ownerUserId })),
            { key: 'none', label: t.noOwner, apart: true, onSelect: () => onWrite({ ownerUserId: 0 }) },
          ]}
        >
          <PresenceDot userId={task.ownerUserId} />
        </Chip>
      )}
    </>
  );
}

function Dialogs({
  openDialog,
  details,
  task,
  onWrite,
  onClose,
}: Pick<Props, 'details' | 'onWrite'> & { task: Task; openDialog: DialogName; onClose: () => void }) {
  const zone = useZone();
  const now = useMinute();
  const { fixedMaturityDate: due, forerunTime } = task;
  if (openDialog === 'due')
    return (
      <DueDialog
        due={due}
        forerun={forerunTime}
        onTake={(fixedMaturityDate, forerun) => onWrite({ fixedMaturityDate, forerunTime: forerun, zone })}
        onClose={onClose}
      />
    );
  if (openDialog === 'alarm')
    return (
      <AlarmDialog
        task={task}
        people={details.allUsers}
        notified={details.alarmConfig.alarmConfigNotifiableUsers}
        onTake={(alarmConfig) => onWrite({ alarmConfig })}
        onClose={onClose}
      />
    );
  if (openDialog === 'tags')
    return <TagsDialog tags={task.tags} onTake={(tags) => onWrite({ tags })} onClose={onClose} />;
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString();
  return (
    <RepetitionDialog
      value={task.repetitionConfig}
      due={due === null ? null : dayOf(due, zone)}
      onTake={(repetitionConfig) =>
        onWrite({
          repetitionConfig,
          ...(repetitionConfig !== null && due === null ? { fixedMaturityDate: today, zone } : {}),
        })
      }
      onClose={onClose}
    />
  );
}
