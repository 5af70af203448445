import type { LocalTime } from '../../../platform/recurrence/index.ts';
import type { AppointmentRow } from '../store/appointments.ts';
import { toLocal } from '../times.ts';

/**
 * When a series meant an occurrence to be that a mail names, as mails write it: `20261207T080000Z`, by a clock, or as a day. `instanceZone` is where a series without a zone is
 * understood. Undefined where it names none.
 */
export function originalNamed(
  recurrence: string,
  { zone, starts_local: starts }: Pick<AppointmentRow, 'zone' | 'starts_local'>,
  instanceZone: string,
): LocalTime | undefined {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(recurrence) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return `${date}${starts.slice(10)}`;
  const clock = `${date}T${hour}:${minute}:00`;
  return utc === undefined ? clock : toLocal(`${clock}Z`, zone ?? instanceZone);
}
