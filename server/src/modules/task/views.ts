import { entryOfRow, timeFrameBounds, type ItemChangeEntry, type RelatedItem } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { AlarmType } from '@kontor/contract/alarm';
import type { Link } from '@kontor/contract/record';
import { MAX_HISTORY_ENTRIES, taskExtras, type TaskDetail, type TaskLine } from '@kontor/contract/task';
import type { Instance } from '../../platform/operation/context.ts';
import { timeZoneOf } from '../account/index.ts';
import { toEntryRow, type PageRow } from '../activity/index.ts';
import type { LockConfig } from './locking.ts';
import { maturityOf } from './rules.ts';
import { historyValue } from './said.ts';
import type { LineRow, RelatedLine } from './store/lists.ts';
import type { SeriesRow } from './store/series.ts';
import type { TaskRow } from './store/tasks.ts';

/** Somebody as the details name them. */
export interface NamedPerson {
  readonly userId: number;
  readonly UserAvatar: string | null;
  readonly UserDisplayname: string;
}

const toPerson = ({ userId, UserAvatar, UserDisplayname }: NamedPerson) => ({
  ID: userId,
  Displayname: UserDisplayname,
  UserAvatar,
  UserDisplayname,
});

/** A task as others that have to do with it show it. */
export const toLine = (row: LineRow, userId: number): TaskLine => ({
  id: row.task_id,
  aggregateId: formatAggregateId({ module: row.layout, entryId: row.task_id, userId }),
  title: row.title,
  status: row.status,
  due: maturityOf(row),
  responsibleUserId: row.responsible_id,
});

interface Notified {
  readonly userId: number;
  readonly type: AlarmType;
  readonly rung: boolean;
}

/** What the details say of a task to one person, beside its row. */
export interface About {
  readonly now: number;
  readonly instance: Instance;
  readonly userId: number;
  readonly series: SeriesRow | undefined;
  readonly changeable: boolean;
  readonly favored: boolean;
  /** Who can be made responsible. */
  readonly available: readonly NamedPerson[];
  /** Who is named in it or sees it. */
  readonly named: readonly NamedPerson[];
  readonly changes: readonly ItemChangeEntry[];
  readonly notified: readonly Notified[];
  readonly lock: LockConfig;
  readonly around: readonly RelatedLine[];
  readonly links: readonly Link[];
  readonly related: readonly RelatedItem[];
}

function alarmsOf({ alarm }: TaskRow, { named, notified }: About): TaskDetail['alarmConfig'] {
  const names = new Map(named.map(({ userId, UserDisplayname }) => [userId, UserDisplayname]));
  const hasRung = (userId: number | undefined, isOwner: boolean) =>
    notified.some(
      (one) =>
        one.rung && one.type.startsWith('taskOwner') === isOwner && (userId === undefined || one.userId === userId),
    );
  return {
    date: alarm.date,
    notifiable: alarm.notifiable,
    ownerDate: alarm.ownerDate,
    ownerNotified: hasRung(undefined, true),
    ownerType: alarm.ownerType,
    alarmConfigNotifiableUsers: alarm.notifiableUserIds.map((userId) => ({
      userId,
      userDisplayname: names.get(userId) ?? '',
      date: alarm.date,
      notified: hasRung(userId, false),
    })),
  };
}

/** Which of how many a task is; null where it does not repeat. */
const occurrenceOf = (task: TaskRow, series: SeriesRow | undefined): TaskDetail['occurrence'] =>
  series === undefined || task.occurrence === null
    ? null
    : { number: task.occurrence, of: series.repetition.end === 'count' ? series.repetition.countEnd : null };

const historyOf = ({ changes, named }: About): TaskDetail['historyEntries'] => {
  const names = new Map(named.map(({ userId, UserDisplayname }) => [userId, UserDisplayname]));
  return changes
    .flatMap(({ at, initial, differences }) =>
      differences.map((one) => ({
        key: one.field,
        value: historyValue(one, names),
        date: new Date(at).toISOString(),
        userShortcut: initial,
      })),
    )
    .slice(0, MAX_HISTORY_ENTRIES);
};

const linkOf = ({ link }: TaskRow): TaskDetail['activityLink'] =>
  link === null
    ? null
    : {
        ...link,
        responsibleUserId: link.responsibleUserId ?? 0,
        titleIsBase64: false,
        contactIsBase64: false,
        contentIsBase64: false,
      };

/** A task or note as its screen shows it to one person. */
export function toDetail(task: TaskRow & { readonly entry: PageRow }, about: About): TaskDetail {
  const { userId, instance, now, series } = about;
  const row = toEntryRow(task.entry);
  const personal = { userHasWriteAccessToTheTask: about.changeable, favored: about.favored };
  const entry = { ...row, extras: taskExtras({ ...row.extras, ...personal }) };
  const { archivButton, globalizationButton, idoButton, spoingButton, statusButton } = entryOfRow(
    entry,
    userId,
    timeFrameBounds(now, timeZoneOf(instance)),
  );
  const lines = Map.groupBy(about.around, ({ role }) => role);
  const linesOf = (role: RelatedLine['role']) => (lines.get(role) ?? []).map((line) => toLine(line, userId));
  return {
    aggregateId: formatAggregateId({ module: task.layout, entryId: task.task_id, userId }),
    aggregateVersion: task.edit,
    processId: '',
    moduleLayout: task.layout,
    title: task.title,
    content: task.content,
    changeable: about.changeable,
    inactive: task.inactive,
    ownerUserId: task.owner_id,
    responsibleUserId: task.responsible_id,
    forerunTime: task.forerun_s,
    fixedMaturityDate: maturityOf(task),
    zone: task.zone,
    availableUsers: about.available.map(toPerson),
    allUsers: about.named.map(toPerson),
    favoriteButton: { favored: about.favored, changeable: true, render: true },
    historyEntries: historyOf(about),
    alarmConfig: alarmsOf(task, about),
    repetitionConfig: series?.repetition ?? null,
    occurrence: occurrenceOf(task, series),
    lockConfig: about.lock,
    activityLink: linkOf(task),
    tags: [...task.tags],
    parent: linesOf('parent')[0] ?? null,
    subtasks: linesOf('subtask'),
    waitsFor: linesOf('waitsFor'),
    blocks: linesOf('blocks'),
    links: [...about.links],
    related: [...about.related],
    entry: { ...entry, userList: entry.userList.map(([id, status]) => [id, status]) },
    archivButton,
    globalizationButton,
    idoButton,
    spoingButton,
    statusButton,
  };
}
