import type { Alarm, AlarmType } from '@kontor/contract/alarm';
import { KINDS } from '@kontor/contract/kernel';

/** What names an alarm of a person: `task:17`. */
export const nameOf = ({ type, id }: Pick<Alarm, 'type' | 'id'>): string => `${type}:${id}`;

/** What its notification is told apart by, as the server's pushes are. */
export const tagOf = (name: string): string => `alarm:${name}`;

/** An alarm at the time that it rang, or was to ring. */
const atTime = (name: string, time: number): string => `${name}@${time}`;
export const heardOf = (alarm: Pick<Alarm, 'type' | 'id' | 'userAlarmTimestamp'>): string =>
  atTime(nameOf(alarm), alarm.userAlarmTimestamp);

/** What the person did with an alarm that rings at `on`: confirmed it (null), or put it off `to`. Both in seconds since 1970. */
export interface Act {
  readonly name: string;
  readonly on: number;
  readonly to: number | null;
}

/** The alarms as they are once all acts have come to the server. One that was set anew since is another one. */
export function withActs(alarms: readonly Alarm[], acts: readonly Act[]): readonly Alarm[] {
  return alarms.flatMap((alarm) => {
    const name = nameOf(alarm);
    let time = alarm.userAlarmTimestamp;
    for (const act of acts) {
      if (act.name !== name || act.on !== time) continue;
      if (act.to === null) return [];
      time = act.to;
    }
    return time === alarm.userAlarmTimestamp
      ? [alarm]
      : [{ ...alarm, overriddenAlarmTimestamp: time, userAlarmTimestamp: time }];
  });
}

export interface Calling {
  /** What has rung and was not confirmed, the newest first. */
  readonly rung: readonly Alarm[];
  /** What rings today still, the next first. */
  readonly today: readonly Alarm[];
}

/**
 * What rings. All times in seconds since 1970; `midnight`: the end of the day. `heard`: what the server has let ring, by `heardOf`: it
 * counts, whatever the clock of this device says.
 */
export function callingAt(
  alarms: readonly Alarm[],
  now: number,
  midnight: number,
  heard: ReadonlySet<string>,
): Calling {
  const isRung = (alarm: Alarm): boolean => alarm.userAlarmTimestamp <= now || heard.has(heardOf(alarm));
  const byTime = alarms.toSorted((a, b) => a.userAlarmTimestamp - b.userAlarmTimestamp || a.id - b.id);
  return {
    rung: byTime.filter(isRung).toReversed(),
    today: byTime.filter((alarm) => !isRung(alarm) && alarm.userAlarmTimestamp < midnight),
  };
}

/** Milliseconds until the next alarm rings, at most `most`. */
export function untilNext(alarms: readonly Alarm[], nowMs: number, most: number): number {
  const waits = alarms.map(({ userAlarmTimestamp: at }) => at * 1000 - nowMs).filter((wait) => wait > 0);
  return Math.min(most, ...waits);
}

/** When each alarm was told, by its name. */
export type NotifiedTimes = Readonly<Record<string, number>>;

/** What rang and was not told yet, or rings at another time than it was told for. */
export const notYetNotified = (rung: readonly Alarm[], notified: NotifiedTimes): readonly Alarm[] =>
  rung.filter((alarm) => notified[nameOf(alarm)] !== alarm.userAlarmTimestamp);

/** What was told, with what is told now, without what is no alarm any more. */
export function withNotified(notified: NotifiedTimes, alarms: readonly Alarm[], now: readonly Alarm[]): NotifiedTimes {
  const names = new Set(alarms.map(nameOf));
  const kept = Object.entries(notified).filter(([name]) => names.has(name));
  return Object.fromEntries([...kept, ...now.map((alarm) => [nameOf(alarm), alarm.userAlarmTimestamp] as const)]);
}

/** Of the tags of notifications that are shown, those of alarms that ring no more; `alarms` is of several. */
export function outlived(tags: readonly string[], rung: readonly Alarm[]): readonly string[] {
  const ringing = new Set([...(rung.length > 0 ? ['alarms'] : []), ...rung.map((alarm) => tagOf(nameOf(alarm)))]);
  return tags.filter((tag) => tag.startsWith('alarm') && !ringing.has(tag));
}

/** Whether who opens what an alarm is about has heard it. */
export const isConfirmedByOpening = (type: AlarmType): boolean =>
  KINDS.some(({ alarms }) => alarms?.isHeardByOpening === true && type in alarms.types);
