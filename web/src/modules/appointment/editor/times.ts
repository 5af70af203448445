import { DEFAULT_MINUTES, type TimeMode } from '@kontor/contract/appointment';

/** When an appointment is, as it is typed: days as `2026-12-01`, times as `09:00`, both local. Without hours the times are kept, and count for nothing. */
export interface Times {
  readonly timeMode: TimeMode;
  readonly startDay: string;
  readonly startTime: string;
  readonly endDay: string;
  readonly endTime: string;
}

/** The hour at which one begins that gets hours. */
const FIRST_TIME = '09:00';
const MINUTES_OF_DAY = 1440;

export const hasHours = ({ timeMode }: Pick<Times, 'timeMode'>): boolean => timeMode === 'fixedTime';

const localOf = (day: string, time: string): Temporal.PlainDateTime =>
  Temporal.PlainDateTime.from(`${day}T${time || '00:00'}`);
const timeOf = (local: Temporal.PlainDateTime): string => local.toString().slice(11, 16);
const afterMinutes = (day: string, time: string, minutes: number) => {
  const end = localOf(day, time).add({ minutes });
  return { endDay: end.toPlainDate().toString(), endTime: timeOf(end) };
};

/** Reads local times, or days, of the contract. */
export function timesOf({
  timeMode,
  startDate,
  endDate,
}: {
  readonly timeMode: TimeMode;
  readonly startDate: string;
  readonly endDate: string;
}): Times {
  const [startDay, endDay] = [startDate.slice(0, 10), endDate.slice(0, 10)];
  if (startDate.length > 10)
    return { timeMode, startDay, startTime: startDate.slice(11, 16), endDay, endTime: endDate.slice(11, 16) };
  return {
    timeMode,
    startDay,
    startTime: FIRST_TIME,
    endDay,
    endTime: afterMinutes(endDay, FIRST_TIME, DEFAULT_MINUTES).endTime,
  };
}

/** The same as the contract has them. */
export const written = (times: Times): { readonly startDate: string; readonly endDate: string } =>
  hasHours(times)
    ? { startDate: `${times.startDay}T${times.startTime}:00`, endDate: `${times.endDay}T${times.endTime}:00` }
    : { startDate: times.startDay, endDate: times.endDay };

/** How long it takes, in minutes; of what has no hours in whole days. Negative where it ends before it begins. */
export function minutesOf(times: Times): number {
  if (!hasHours(times)) {
    const days = Temporal.PlainDate.from(times.startDay).until(Temporal.PlainDate.from(times.endDay)).days;
    return (days < 0 ? days : days + 1) * MINUTES_OF_DAY;
  }
  return localOf(times.startDay, times.startTime)
    .until(localOf(times.endDay, times.endTime))
    .total({ unit: 'minutes' });
}

/** Times that begin at another moment and take as long as before. */
export function begunAt(times: Times, start: Partial<Pick<Times, 'startDay' | 'startTime'>>): Times {
  const moved = { ...times, ...start };
  const days = Temporal.PlainDate.from(times.startDay).until(Temporal.PlainDate.from(times.endDay)).days;
  if (!hasHours(times))
    return {
      ...moved,
      endDay: Temporal.PlainDate.from(moved.startDay)
        .add({ days: Math.max(0, days) })
        .toString(),
    };
  const minutes = minutesOf(times);
  return { ...moved, ...afterMinutes(moved.startDay, moved.startTime, minutes < 0 ? DEFAULT_MINUTES : minutes) };
}

/** Times of another mode. What gets hours has those that it had, or the usual length where these end too early. */
export function inMode(times: Times, timeMode: TimeMode): Times {
  const next = { ...times, timeMode };
  if (timeMode !== 'fixedTime' || minutesOf(next) > 0) return next;
  return { ...next, ...afterMinutes(next.startDay, next.startTime, DEFAULT_MINUTES) };
}

/** Times of a new one: as it was begun with, else from the next full hour on. `now`: in milliseconds since 1970. */
export function newTimes(
  { start, end }: { readonly start?: string; readonly end?: string },
  now: number,
  zone: string,
): Times {
  if (start === undefined) {
    const next = Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .round({ smallestUnit: 'hour', roundingMode: 'ceil' });
    const [startDay, startTime] = [next.toPlainDate().toString(), timeOf(next)];
    return { timeMode: 'fixedTime', startDay, startTime, ...afterMinutes(startDay, startTime, DEFAULT_MINUTES) };
  }
  const [startDay, startTime = ''] = start.split('T');
  const timeMode = startTime === '' ? 'allDay' : 'fixedTime';
  const begun = timesOf({ timeMode, startDate: start, endDate: end ?? start });
  return end === undefined && timeMode === 'fixedTime'
    ? { ...begun, ...afterMinutes(startDay ?? '', startTime, DEFAULT_MINUTES) }
    : begun;
}

/** When it begins, in milliseconds since 1970. `zone`: that of its times. */
export const beginsAt = (times: Times, zone: string): number =>
  localOf(times.startDay, hasHours(times) ? times.startTime : '').toZonedDateTime(zone).epochMilliseconds;
