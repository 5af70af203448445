import { addDays, dayOfNumber } from './period.ts';

export const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** A local date and minute. */
export interface LocalMinute {
  readonly day: string;
  readonly minutes: number;
}

/** How much later than UTC a zone is at a moment, in milliseconds. */
const readOffset = (ms: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;

/** By zone and day of UTC: its offset; NaN for a day on which the clock is changed. */
const offsets = new Map<string, Map<number, number>>();

/** The same, remembered by the day: asking a zone is dear, and a month of many people asks for thousands of moments. */
function offsetAt(ms: number, zone: string): number {
  let known = offsets.get(zone);
  if (known === undefined) offsets.set(zone, (known = new Map()));
  const day = Math.floor(ms / DAY_MS);
  let offset = known.get(day);
  if (offset === undefined) {
    const [first, last] = [readOffset(day * DAY_MS, zone), readOffset((day + 1) * DAY_MS, zone)];
    known.set(day, (offset = first === last ? first : NaN));
  }
  return Number.isNaN(offset) ? readOffset(ms, zone) : offset;
}

/** When an instant is in a zone. Throws a RangeError for what is none. */
export function localOf(instant: string, zone: string): LocalMinute {
  const ms = Date.parse(instant);
  const local = ms + offsetAt(ms, zone);
  const number = Math.floor(local / DAY_MS);
  return { day: dayOfNumber(number), minutes: Math.floor((local - number * DAY_MS) / MINUTE_MS) };
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
