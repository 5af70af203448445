import type { AboutInvitation } from '../../../shell/index.ts';
import { hasHours, timesOf, type Times } from '../editor/times.ts';

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
/** The local time that an instant is in a zone: `2026-12-01T09:00`. */
export const localOf = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16);

/** When an appointment of a mail is, in a zone. Of days the mail has the one after the last. */
export function timesOfMail({ startDate, endDate, allDay }: AboutInvitation['event'], zone: string): Times {
  if (allDay) {
    const [first, behind] = [startDate.slice(0, 10), (endDate ?? startDate).slice(0, 10)];
    const last = behind > first ? dayBefore(behind) : first;
    return timesOf({ timeMode: 'allDay', startDate: first, endDate: last });
  }
  const [start, end] = [startDate, endDate ?? startDate].map((one) => localOf(one, zone)) as [string, string];
  return timesOf({ timeMode: 'fixedTime', startDate: start, endDate: end });
}

/** The same as instants, or as days. */
export function instantsOf(times: Times, zone: string): { readonly startDate: string; readonly endDate: string } {
  if (!hasHours(times)) return { startDate: times.startDay, endDate: times.endDay };
  const at = (day: string, time: string) =>
    Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant().toString();
  return { startDate: at(times.startDay, times.startTime), endDate: at(times.endDay, times.endTime) };
}

/** The moments at which such times begin and end. */
export function momentsOf(times: Times, zone: string): { readonly from: string; readonly to: string } {
  const { startDate, endDate } = instantsOf(times, zone);
  if (hasHours(times)) return { from: startDate, to: endDate };
  const midnight = (day: Temporal.PlainDate): string => day.toZonedDateTime(zone).toInstant().toString();
  return {
    from: midnight(Temporal.PlainDate.from(startDate)),
    to: midnight(Temporal.PlainDate.from(endDate).add({ days: 1 })),
  };
}
