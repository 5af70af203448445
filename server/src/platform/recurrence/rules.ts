import { occurrenceAfter, type LocalTime } from './occurrences.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** How something repeats, as people choose it. */
export interface Repetition extends Readonly<Record<(typeof WEEKDAYS)[number], boolean>> {
  /** `afterDone`: so many days after the last one was done. */
  readonly type: 'daily' | 'weekly' | 'monthly' | 'yearly' | 'afterDone';
  /** Every so many days, weeks, months or years. */
  readonly cycleTime: number;
  readonly end: 'never' | 'count' | 'date';
  readonly countEnd: number | null;
  readonly fixedEndDate: string | null;
  /** Of monthly and yearly ones. */
  readonly monthlyRule: 'dayOfMonth' | 'weekdayOfMonth' | 'weekdayFromEnd' | 'lastDay' | 'firstWorkday' | 'lastWorkday';
}

/** RFC 5545 names of the days, from Monday. */
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
const WORKDAYS = DAYS.slice(0, 5).join();

const isDay = (time: string): boolean => time.length === 10;

/** The local time that a day (its beginning) or an instant is in a zone. */
export const localTimeOf = (time: string, zone: string): LocalTime =>
  isDay(time)
    ? `${time}T00:00:00`
    : Temporal.Instant.from(time)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ fractionalSecondDigits: 0, roundingMode: 'trunc' });

/** The day that a day or an instant is on in a zone. */
export const dayOf = (time: string, zone: string): string => localTimeOf(time, zone).slice(0, 10);

/** The instant of a local time in a zone: of one that is skipped there, as much later as is skipped; of one that comes twice, the first. ISO 8601. */
export const instantOf = (time: LocalTime, zone: string): string =>
  new Date(Temporal.PlainDateTime.from(time).toZonedDateTime(zone).epochMilliseconds).toISOString();

/** Which day of the month, in the words of a rule. */
function dayOfMonth({ monthlyRule }: Repetition, start: Temporal.PlainDate): string {
  const weekday = DAYS[start.dayOfWeek - 1] ?? '';
  const nth = Math.ceil(start.day / 7);
  const fromEnd = Math.ceil((start.daysInMonth - start.day + 1) / 7);
  switch (monthlyRule) {
    case 'dayOfMonth':
      return `BYMONTHDAY=${start.day}`;
    case 'weekdayOfMonth':
      return `BYDAY=${nth}${weekday}`;
    case 'weekdayFromEnd':
      return `BYDAY=-${fromEnd}${weekday}`;
    case 'lastDay':
      return 'BYMONTHDAY=-1';
    case 'firstWorkday':
      return `BYDAY=${WORKDAYS};BYSETPOS=1`;
    case 'lastWorkday':
      return `BYDAY=${WORKDAYS};BYSETPOS=-1`;
  }
}

function weekdaysOf(repetition: Repetition, start: Temporal.PlainDate): string {
  const chosen = DAYS.filter((_, at) => repetition[WEEKDAYS[at] ?? 'monday']);
  return chosen.length === 0 ? (DAYS[start.dayOfWeek - 1] ?? '') : chosen.join();
}

function parts(repetition: Repetition, start: Temporal.PlainDate): readonly string[] {
  switch (repetition.type) {
    case 'daily':
    case 'afterDone':
      return ['FREQ=DAILY'];
    case 'weekly':
      return ['FREQ=WEEKLY', `BYDAY=${weekdaysOf(repetition, start)}`, 'WKST=MO'];
    case 'monthly':
      return ['FREQ=MONTHLY', dayOfMonth(repetition, start)];
    case 'yearly':
      return ['FREQ=YEARLY', `BYMONTH=${start.month}`, dayOfMonth(repetition, start)];
  }
}

/**
 * Returns the RFC 5545 rule of a repetition; `start` is the day or the local time of its first occurrence. A repetition that counts days
 * from when something was done has the same rule, and begins at that time.
 */
export function toRule(repetition: Repetition, start: LocalTime): string {
  const day = Temporal.PlainDate.from(start.slice(0, 10));
  const { cycleTime, end, countEnd, fixedEndDate } = repetition;
  const ends =
    end === 'count' && countEnd !== null
      ? [`COUNT=${countEnd}`]
      : end === 'date' && fixedEndDate !== null
        ? [`UNTIL=${fixedEndDate.replaceAll('-', '')}T235959`]
        : [];
  return [...parts(repetition, day), `INTERVAL=${cycleTime}`, ...ends].join(';');
}

/** By no more than this is a clock put back or forth. */
const MAX_PUT = { hours: 3 };
const earlier = (time: LocalTime): LocalTime =>
  Temporal.PlainDateTime.from(time).subtract(MAX_PUT).toString({ fractionalSecondDigits: 0 });

/**
 * The first time of a repetition behind another one, a day where its first is a day, else an instant (ISO 8601): with the same time of the clock
 * in its zone, in summer and in winter. `start` is its first one, whether the rule has it or not. Undefined where that was the last by its
 * date; how many there are is counted by who makes them.
 */
export function nextAfter(
  repetition: Repetition,
  { start, zone }: { readonly start: string; readonly zone: string },
  after: string,
): string | undefined {
  const [first, last] = [localTimeOf(start, zone), localTimeOf(after, zone)];
  // Of what comes after it was done, the last one is where the next ones are counted from, at the time of the clock of the first.
  const begin = repetition.type === 'afterDone' ? `${last.slice(0, 10)}${first.slice(10)}` : first;
  const rule = toRule({ ...repetition, end: 'never' }, begin);
  const until = repetition.end === 'date' ? repetition.fixedEndDate : null;
  const isOver = (next: LocalTime): boolean => until !== null && next.slice(0, 10) > until;
  if (isDay(start) || repetition.type === 'afterDone') {
    const next = occurrenceAfter(rule, begin, isDay(start) ? `${last.slice(0, 10)}T00:00:00` : begin);
    if (next === undefined || isOver(next)) return undefined;
    return isDay(start) ? next.slice(0, 10) : instantOf(next, zone);
  }
  // Where the clock is put back or forth, what it shows does not say which of two is later: the instants do.
  let next = occurrenceAfter(rule, begin, earlier(last));
  while (next !== undefined && !isOver(next)) {
    const instant = instantOf(next, zone);
    if (Date.parse(instant) > Date.parse(after)) return instant;
    next = occurrenceAfter(rule, begin, next);
  }
  return undefined;
}
