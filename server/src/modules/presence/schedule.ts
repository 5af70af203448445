/** A time in which a schedule holds, in milliseconds since 1970; `to` is not in it. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Hours of one day of the week (1: Monday), in minutes since midnight; `to` may be of the next day. */
interface Hours {
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

/** Opening hours of a week. */
export type Schedule = readonly Hours[];

const DAY_NAMES: readonly (readonly string[])[] = [
  ['mo'],
  ['tu', 'di'],
  ['we', 'mi'],
  ['th', 'do'],
  ['fr'],
  ['sa'],
  ['su', 'so'],
];
const DAY_MINUTES = 1440;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
/** Hours that are so near to each other are one time, within which nobody has to come back. */
export const MAX_BREAK_MS = 3_600_000;

const dayOf = (name: string): number => DAY_NAMES.findIndex((names) => names.includes(name)) + 1;

/** Days such as `mo-fr` or `mo,we`; undefined where a name is none. */
function daysOf(part: string): readonly number[] | undefined {
  const days: number[] = [];
  for (const range of part.split(',')) {
    const [first = 0, last = first, more] = range.split('-').map((name) => dayOf(name.trim()));
    if (first === 0 || last === 0 || more !== undefined) return undefined;
    for (let day = first; ; day = (day % 7) + 1) {
      days.push(day);
      if (day === last) break;
    }
  }
  return days;
}

/** Times such as `07:00-12:00,13:00-18:00`, in minutes; those that end before they begin end the next day. */
function timesOf(part: string): readonly Window[] | undefined {
  const times: Window[] = [];
  for (const range of part.split(',')) {
    const found = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/.exec(range)?.slice(1).map(Number);
    if (found === undefined) return undefined;
    const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = found;
    const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
    if (fromMinute > 59 || toMinute > 59 || from >= DAY_MINUTES || to > DAY_MINUTES) return undefined;
    times.push({ from, to: to <= from ? to + DAY_MINUTES : to });
  }
  return times;
}

/**
 * Reads opening hours such as `Mo-Fr 07:00-18:00; Sa 08:00-12:00`, with the days' names in English or German; without days, every day is meant.
 * Returns undefined for what cannot be read, and an empty schedule for an empty text.
 */
export function readSchedule(text: string): Schedule | undefined {
  const hours: Hours[] = [];
  for (const rule of text.split(';')) {
    const part = rule.trim().toLowerCase();
    if (part === '') continue;
    const [, named = '', timed = ''] = /^([^\d]*)(\d.*)$/.exec(part) ?? [];
    const days = named.trim() === '' ? EVERY_DAY : daysOf(named.trim());
    const times = timesOf(timed);
    if (days === undefined || times === undefined) return undefined;
    for (const day of days) for (const { from, to } of times) hours.push({ day, from, to });
  }
  return hours;
}

/** Whether a schedule holds always: it says nothing, or cannot be read. */
export const isAlways = (schedule: Schedule | undefined): schedule is undefined => (schedule?.length ?? 0) === 0;

/** Returns the times in which a schedule holds from the day before a moment until a week after it, one after the other. */
export function windowsAround(schedule: Schedule, zone: string, at: number): readonly Window[] {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const instantAt = (date: Temporal.PlainDate, minutes: number): number =>
    date
      .add({ days: Math.floor(minutes / DAY_MINUTES) })
      .toPlainDateTime({ hour: Math.floor((minutes % DAY_MINUTES) / 60), minute: minutes % 60 })
      .toZonedDateTime(zone).epochMilliseconds;
  const windows: Window[] = [];
  for (let days = -1; days <= 8; days += 1) {
    const date = today.add({ days });
    for (const { day, from, to } of schedule)
      if (day === date.dayOfWeek) windows.push({ from: instantAt(date, from), to: instantAt(date, to) });
  }
  return windows.toSorted((one, other) => one.from - other.from);
}

/** Whether a schedule holds at a moment. */
export const isWithin = (windows: readonly Window[], at: number): boolean =>
  windows.some(({ from, to }) => from <= at && at < to);

/** The next moment after `at` at which a schedule begins or ends to hold; undefined where there is none within a week. */
export const nextEdge = (windows: readonly Window[], at: number): number | undefined => {
  const edges = windows.flatMap(({ from, to }) => [from, to]).filter((edge) => edge > at);
  return edges.length === 0 ? undefined : Math.min(...edges);
};

/** When the time ends, breaks included, in which a moment lies or that comes next after it; undefined where none does. */
export function endOfTime(windows: readonly Window[], at: number): number | undefined {
  let end: number | undefined;
  for (const { from, to } of windows) {
    if (end === undefined ? to > at : from <= end + MAX_BREAK_MS) end = Math.max(end ?? 0, to);
  }
  return end;
}
