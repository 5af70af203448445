import './detail/detail.css';
import type { ItemKindName } from '@kontor/contract/kernel';
import { taskCommands, taskQueries, type Layout, type TaskDetail } from '@kontor/contract/task';
import type { Client } from '../../client/client.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { useFormats, useLanguage, useMinute, useTexts, useZone } from '../../shell/index.ts';
import { Button, Callout, IconButton } from '../../ui/parts.tsx';
import { discardBy, writtenScreen } from '../activity/detail/index.ts';
import { useLinking } from '../record/index.tsx';
import { Around } from './detail/around.tsx';
import { TaskChips } from './detail/chips.tsx';
import { TASKS, taskOf, type Task } from './detail/fields.ts';
import { sayTaskField } from './detail/say-field.ts';
import { detailTexts } from './detail/texts.ts';
import { useTaskActs } from './detail/use-task-acts.tsx';

/** Asks for a task or note that will probably be opened next. */
export const prepareTask = (client: Client, aggregateId: string): void =>
  client.ask.prepare(taskQueries.details, { aggregateId });

/** Why the person cannot write in it now, of those that the screen says itself. */
const lockOf = (details: TaskDetail | undefined, ownId: number | undefined): 'none' | 'own' | 'other' =>
  details?.lockConfig.locked !== true ? 'none' : details.lockConfig.userId === ownId ? 'own' : 'other';

function useWords(module: ItemKindName) {
  const t = useTexts(detailTexts);
  const layout: Layout = module === 'note' ? 'note' : 'task';
  const { bar, untitled, titlePlaceholder, text, placeholder, gone } = t;
  return {
    ...t,
    bar: bar[layout],
    untitled: untitled[layout],
    titlePlaceholder: titlePlaceholder[layout],
    text: text[layout],
    placeholder: placeholder[layout],
    gone: gone[layout],
  };
}

function useSaying(details: TaskDetail | undefined) {
  const t = useTexts(detailTexts);
  const locale = { language: useLanguage(), zone: useZone(), now: useMinute() };
  return (field: string, value: unknown): string =>
    details === undefined ? '' : sayTaskField(field, value, details, t, locale);
}

function useExtras(
  details: TaskDetail | undefined,
  task: Task | undefined,
  isFixed: boolean,
  onWrite: (part: Partial<Task>) => void,
) {
  const acts = useTaskActs(details, task, isFixed, onWrite);
  const lock = lockOf(details, useValue(useClient().user)?.id);
  return {
    items: acts.items,
    buttons: <Star acts={acts} details={details} />,
    over: (
      <>
        {details === undefined || lock === 'none' ? null : (
          <LockLine details={details} isOwn={lock === 'own'} onTakeOver={acts.takeOver} />
        )}
        {acts.dialog}
      </>
    ),
  };
}

/** One task or note, written in its place. */
export const TaskDetailScreen = writtenScreen({
  modules: ['task', 'note'],
  definition: taskQueries.details,
  edits: TASKS,
  read: taskOf,
  useWords,
  useSaying,
  useLinking,
  isBegun: ({ inactive }) => inactive,
  discard: discardBy(taskCommands.destroy, (aggregateId) => ({
    aggregateId,
    saveType: 'withoutRepetition' as const,
  })),
  Chips: TaskChips,
  Around,
  peopleOf: ({ allUsers }) => allUsers.map(({ ID, Displayname }) => ({ userId: ID, name: Displayname })),
  isLocked: (details, ownId) => lockOf(details, ownId) === 'other',
  useExtras,
});

/** Whether it is among the person's favourites. */
function Star({ acts, details }: { acts: ReturnType<typeof useTaskActs>; details: TaskDetail | undefined }) {
  const t = useTexts(detailTexts);
  if (acts.favor === undefined || details?.favoriteButton.render !== true) return null;
  return (
    <IconButton
      icon="star"
      fill={acts.isFavored}
      label={acts.isFavored ? t.unfavor : t.favor}
      aria-pressed={acts.isFavored}
      onClick={acts.favor}
    />
  );
}

/** Who edits it alone, and since when. */
function LockLine({
  details: { lockConfig },
  isOwn,
  onTakeOver,
}: {
  details: TaskDetail;
  isOwn: boolean;
  onTakeOver: (() => void) | undefined;
}) {
  const t = useTexts(detailTexts);
  const formats = useFormats();
  const now = useMinute();
  const since = lockConfig.date === null ? '' : formats.short(Date.parse(lockConfig.date) / 1000, now);
  return (
    <Callout
      icon="lock-simple"
      action={isOwn || onTakeOver === undefined ? undefined : <Button onClick={onTakeOver}>{t.takeOver}</Button>}
    >
      {isOwn ? t.lockedByMe : t.lockedBy(lockConfig.userDisplayName, since)}
    </Callout>
  );
}
