import { addDays } from './period.ts';

export const DAY_MINUTES = 1440;

/** A local date and minute. */
export interface LocalMinute {
  readonly day: string;
  readonly minutes: number;
}

/** When an instant is in a zone. */
export function localOf(instant: string, zone: string): LocalMinute {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  return { day: local.toPlainDate().toString(), minutes: local.hour * 60 + local.minute };
}

/** The local time as commands take it: `2026-12-01T10:00:00`; minutes beyond the day are of those that follow. */
export function localTime({ day, minutes }: LocalMinute): string {
  const date = addDays(day, Math.floor(minutes / DAY_MINUTES));
  const rest = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date}T${two(Math.floor(rest / 60))}:${two(rest % 60)}:00`;
}

/** The instant of a local minute in a zone: the later one where the clock leaves it out, the first where it comes twice. */
export const instantIn = (local: LocalMinute, zone: string): string =>
  Temporal.PlainDateTime.from(localTime(local)).toZonedDateTime(zone).toInstant().toString();
