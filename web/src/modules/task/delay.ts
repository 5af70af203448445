import type { TaskFieldsInput } from '@kontor/contract/task';
import { isDay } from '../../shell/dates/near-dates.ts';

type Alarms = TaskFieldsInput['alarmConfig'];

const zoned = (instant: string, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
const dayOf = (time: string, zone: string): Temporal.PlainDate =>
  isDay(time) ? Temporal.PlainDate.from(time) : zoned(time, zone).toPlainDate();

/** A time so many days on, or back, at the same time of the clock. */
const shifted = (time: string, zone: string, days: number): string =>
  isDay(time)
    ? Temporal.PlainDate.from(time).add({ days }).toString()
    : new Date(zoned(time, zone).add({ days }).epochMilliseconds).toISOString();

/**
 * When a task is due that is put off by days, as the server reckons it: from when it is due, or from today where that is over. Without a
 * time, that many days from today. `now` in milliseconds since 1970.
 */
export function delayedDue(due: string | null, days: number, now: number, zone: string): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  if (due === null) return today.add({ days }).toString();
  const isOver = isDay(due) ? Temporal.PlainDate.compare(dayOf(due, zone), today) < 0 : Date.parse(due) <= now;
  const late = isOver ? Math.max(0, dayOf(due, zone).until(today).days) : 0;
  return shifted(due, zone, days + late);
}

/** Reminders of a task that gets an earlier day back. Those that would lie in the past have rung, and stay off. */
export function earlierAlarms(
  alarms: Alarms,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  zone: string,
  now: number,
): Alarms {
  if (from === null || to === null) return alarms;
  const days = dayOf(from, zone).until(dayOf(to, zone)).days;
  const moved = (time: string | null | undefined): string | null =>
    time === null || time === undefined ? null : shifted(time, zone, days);
  const isPast = (time: string | null): boolean => time !== null && Date.parse(time) <= now;
  const [date, ownerDate] = [moved(alarms.date), moved(alarms.ownerDate)];
  return {
    ...alarms,
    date,
    ownerDate,
    notifiable: alarms.notifiable === true && !isPast(date),
    ownerType: isPast(ownerDate) ? 'never' : (alarms.ownerType ?? 'never'),
  };
}
