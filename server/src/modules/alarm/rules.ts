import { ALARM_TYPES, MAX_DELAY_DAYS, type AlarmType } from '@kontor/contract/alarm';
import type { Status } from '@kontor/contract/activity';

const DAY_S = 86_400;
/** An alarm that is set for a moment ago was meant for now: what was chosen a few seconds ago has been on its way. */
const LATE_MS = 60_000;
const DONE: Status = 3;

/** An alarm of one person, as a kind of item sets it. */
export interface NewAlarm {
  readonly userId: number;
  readonly type: AlarmType;
  /** When what it is about is due, or begins. */
  readonly subjectAt: Date;
  readonly alarmAt: Date;
  /** Who set it, where that is somebody else. */
  readonly setBy?: number | undefined;
}

/** What is there of an alarm before the item's alarms are set anew. */
export interface KnownAlarm {
  readonly alarm_id: number;
  readonly user_id: number;
  readonly type: AlarmType;
  readonly subject_at: Date;
  readonly alarm_at: Date;
  /** When it rings, or rang: another moment than `alarm_at` where it was put off. */
  readonly rings_at: Date;
  readonly rung_at: Date | null;
  readonly confirmed_at: Date | null;
}

/** How an item stands with somebody. */
export interface Standing {
  readonly status: Status;
  readonly trashed: boolean;
}

/** `passed`: its time was over when it was set, so that it calls nobody. `held`: it may come back. */
export type PlannedAlarm = NewAlarm & { readonly state: 'waits' | 'passed' | 'held' };

export interface Plan {
  /** New, or at another time than before: they ring anew. */
  readonly set: readonly PlannedAlarm[];
  /** At the same time as before, about another one. */
  readonly moved: readonly { readonly alarmId: number; readonly userId: number; readonly subjectAt: Date }[];
  readonly gone: readonly KnownAlarm[];
  /** Those that were not confirmed until now, and call nobody any more at their time. */
  readonly silenced: readonly KnownAlarm[];
}

/** Seconds of an ISO 8601 duration in weeks, days, hours, minutes and seconds, as the contract allows it. A day has 24 hours. */
export function secondsOf(duration: string): number {
  const { weeks, days, hours, minutes, seconds } = Temporal.Duration.from(duration);
  return (weeks * 7 + days) * DAY_S + hours * 3600 + minutes * 60 + seconds;
}

/** What an alarm is put off by or to. */
export type Delay = { readonly delayDuration: string } | { readonly duration: number } | { readonly timestamp: number };

/** When an alarm rings that is put off now, in seconds since 1970; undefined where that is not ahead, or too far. */
export function delayedTo(delay: Delay, nowMs: number): number | undefined {
  const now = Math.floor(nowMs / 1000);
  const by =
    'delayDuration' in delay ? secondsOf(delay.delayDuration) : 'duration' in delay ? delay.duration : undefined;
  const at = by === undefined ? (delay as { timestamp: number }).timestamp : now + by;
  return at * 1000 <= nowMs || at > now + MAX_DELAY_DAYS * DAY_S ? undefined : at;
}

/**
 * Whether an alarm of an item that stands so with somebody keeps silent. Who has given a task away, and wants to hear of it always, hears of it
 * though it is done.
 */
export const isHeld = (type: AlarmType, { status, trashed }: Standing): boolean =>
  trashed || (status === DONE && type !== 'taskOwnerAlways');

const keyOf = ({ userId, type }: Pick<NewAlarm, 'userId' | 'type'>): string => `${userId} ${type}`;

/** What is to be done so that an item has these alarms and no others. */
export function planAlarms(
  known: readonly KnownAlarm[],
  wanted: readonly NewAlarm[],
  standings: ReadonlyMap<number, Standing>,
  now: number,
): Plan {
  const before = new Map(known.map((alarm) => [keyOf({ userId: alarm.user_id, type: alarm.type }), alarm]));
  const after = new Map(wanted.map((alarm) => [keyOf(alarm), alarm]));
  const set: PlannedAlarm[] = [];
  const moved: { alarmId: number; userId: number; subjectAt: Date }[] = [];
  const replaced: KnownAlarm[] = [];
  for (const [key, alarm] of after) {
    const old = before.get(key);
    if (old?.alarm_at.getTime() === alarm.alarmAt.getTime()) {
      if (old.subject_at.getTime() !== alarm.subjectAt.getTime())
        moved.push({ alarmId: old.alarm_id, userId: alarm.userId, subjectAt: alarm.subjectAt });
      continue;
    }
    if (old !== undefined) replaced.push(old);
    set.push({ ...alarm, state: stateOf(alarm, standings.get(alarm.userId), now) });
  }
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, alarm]) => alarm);
  const silenced = [...gone, ...replaced].filter(({ confirmed_at }) => confirmed_at === null);
  return { set, moved, gone, silenced };
}

function stateOf({ type, alarmAt }: NewAlarm, standing: Standing | undefined, now: number): PlannedAlarm['state'] {
  if (alarmAt.getTime() < now - LATE_MS) return 'passed';
  return standing !== undefined && isHeld(type, standing) ? 'held' : 'waits';
}

/** Alarms of one person that ring together and are pushed one by one; of more, one push says that there are some. */
const MAX_PUSHED = 3;

/** Whether alarms of one person that ring together are pushed as one. */
export const isBundled = (count: number): boolean => count > MAX_PUSHED;

/** What a push about several alarms is told apart by. */
export const BUNDLE_TAG = 'alarms';

/** What pushes about an alarm are told apart by. */
export const tagOf = (type: AlarmType, activityId: number): string => `alarm:${type}:${activityId}`;

/** Alarms that one push names: more would not fit into what services carry. */
const MAX_NAMED = 30;

/** Names alarms, each with the moment for which it was set, as pushes do; undefined where there are too many. */
export function namesOf(
  alarms: readonly { readonly type: AlarmType; readonly activityId: number; readonly at: Date }[],
): string | undefined {
  if (alarms.length > MAX_NAMED) return undefined;
  return alarms.map(({ type, activityId, at }) => `${type}:${activityId}@${Math.floor(at.getTime() / 1000)}`).join(' ');
}

/** How far ahead phones plan what they ring by themselves. */
const PLANNED_MS = 14 * DAY_S * 1000;

/** Whether a phone may have planned to ring an alarm that was set for a moment. */
export const isPlanned = (at: Date, now: number): boolean => at.getTime() <= now + PLANNED_MS;

/** The alarm that a tag is of; undefined for one of several alarms, or of something else. */
export function alarmOfTag(tag: string): { readonly type: AlarmType; readonly activityId: number } | undefined {
  const [, name, id] = /^alarm:(\w+):(\d+)$/.exec(tag) ?? [];
  const type = ALARM_TYPES.find((known) => known === name);
  return type === undefined ? undefined : { type, activityId: Number(id) };
}
