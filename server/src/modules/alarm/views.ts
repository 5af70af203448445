import type { Alarm } from '@kontor/contract/alarm';
import { formatAggregateId, kindNameOf } from '@kontor/contract/kernel';
import type { OwnAlarm } from './store/own.ts';

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

/** An alarm as its person sees it. */
export function toAlarm(row: OwnAlarm, userId: number, names: ReadonlyMap<number, string>): Alarm {
  const module = kindNameOf(row.module);
  return {
    id: row.activity_id,
    title: row.title,
    type: row.type,
    timestamp: secondsOf(row.subject_at),
    alarmTimestamp: secondsOf(row.alarm_at),
    overriddenAlarmTimestamp: row.overridden_at === null ? null : secondsOf(row.overridden_at),
    userAlarmTimestamp: secondsOf(row.rings_at),
    aggregateId: formatAggregateId({ module, entryId: row.activity_id, userId }),
    moduleName: module,
    contact: row.set_by === null ? '' : (names.get(row.set_by) ?? ''),
  };
}
