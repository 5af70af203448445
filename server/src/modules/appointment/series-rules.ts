import {
  APPOINTMENT_WEEKDAYS,
  HORIZON_MONTHS,
  MAX_SERIES_OCCURRENCES,
  originalMinutes,
  type AppointmentRepetition,
} from '@kontor/contract/appointment';
import {
  occurrenceAfter,
  occurrencesBetween,
  toRule,
  type LocalTime,
  type Repetition,
} from '../../platform/recurrence/index.ts';
import { asIfUtc, dayOfLocal, shiftedBy } from './times.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Behind every time that an appointment may have. */
const END_OF_TIME: LocalTime = '3000-01-01T00:00:00';

/** What gives the occurrences of a series: a rule from its first one on, those that are none, and where it ends before the rule does. */
export interface Series {
  readonly rule: string;
  readonly start: LocalTime;
  readonly cut: LocalTime | null;
  readonly excluded: readonly LocalTime[];
}

const MONTHLY_RULES: Readonly<Record<string, Repetition['monthlyRule']>> = {
  weekdayOfMonth: 'weekdayOfMonth',
  weekdayFromEnd: 'weekdayFromEnd',
  lastDay: 'lastDay',
  firstWorkday: 'firstWorkday',
  lastWorkday: 'lastWorkday',
};

/** The RFC 5545 rule of a repetition whose appointment begins at `start`; undefined for a `custom` one, which is known by its rule alone. */
export function ruleOf(repetition: AppointmentRepetition, start: LocalTime): string | undefined {
  const { repetitionType, tact, weekdays, hasAnEnd, durationEnd, nTimes, monthDate } = repetition;
  if (repetitionType === 'custom') return undefined;
  const days = new Set(weekdays);
  const rule = toRule(
    {
      type: repetitionType,
      cycleTime: tact,
      end: !hasAnEnd ? 'never' : nTimes === null ? 'date' : 'count',
      countEnd: nTimes,
      fixedEndDate: durationEnd,
      monthlyRule: typeof monthDate === 'string' ? (MONTHLY_RULES[monthDate] ?? 'dayOfMonth') : 'dayOfMonth',
      ...(Object.fromEntries(APPOINTMENT_WEEKDAYS.map((day) => [day, days.has(day)])) as Record<
        (typeof APPOINTMENT_WEEKDAYS)[number],
        boolean
      >),
    },
    start,
  );
  return typeof monthDate === 'number' ? rule.replace(/BYMONTHDAY=-?\d+/, `BYMONTHDAY=${monthDate}`) : rule;
}

/** A repetition without what does not count for its type: so that equal ones are found to be. */
export function plainRepetition(given: AppointmentRepetition): AppointmentRepetition {
  const { repetitionType, tact, weekdays, hasAnEnd, durationEnd, nTimes, monthDate, rule } = given;
  const byMonth = repetitionType === 'monthly' || repetitionType === 'yearly';
  return {
    repetitionType,
    tact,
    weekdays: repetitionType === 'weekly' ? APPOINTMENT_WEEKDAYS.filter((day) => weekdays.includes(day)) : [],
    firstDate: null,
    hasAnEnd,
    durationEnd: hasAnEnd && nTimes === null ? durationEnd : null,
    nTimes: hasAnEnd ? nTimes : null,
    monthDate: byMonth ? monthDate : null,
    groupId: 0,
    rule: repetitionType === 'custom' ? rule : '',
  };
}

/** Whether it says when it ends, where it does, and that is not before it begins. */
export const endsRightly = ({ hasAnEnd, durationEnd, nTimes }: AppointmentRepetition, start: LocalTime): boolean =>
  !hasAnEnd || nTimes !== null || (durationEnd !== null && durationEnd >= dayOfLocal(start));

/** The first time from `start` on that a rule gives; undefined where there is none. */
export const firstOf = (rule: string, start: LocalTime): LocalTime | undefined =>
  occurrenceAfter(rule, start, shiftedBy(start, -MINUTE_MS));

/** Whether a series has an occurrence that was meant for a time. */
export const hasOccurrence = ({ rule, start, cut, excluded }: Series, original: LocalTime): boolean =>
  original >= start &&
  (cut === null || original < cut) &&
  !excluded.includes(original) &&
  firstFrom(rule, start, original) === original;

const firstFrom = (rule: string, start: LocalTime, from: LocalTime): LocalTime | undefined =>
  occurrenceAfter(rule, start, shiftedBy(from, -MINUTE_MS));

const earlier = (one: LocalTime, other: LocalTime | null): LocalTime => (other === null || one < other ? one : other);

/** Originals of a series from one time on and before another; at most so many. Those that are none are left out. */
export function originalsOf(
  { rule, start, cut, excluded }: Series,
  within: { readonly from: LocalTime; readonly before: LocalTime; readonly most: number },
): readonly LocalTime[] {
  const before = earlier(within.before, cut);
  const from = within.from > start ? within.from : start;
  if (from >= before) return [];
  const out = new Set(excluded);
  return occurrencesBetween(rule, start, { from, before, most: within.most + out.size })
    .filter((time) => !out.has(time))
    .slice(0, within.most);
}

/** The first original of a series from a time on; undefined where there is none. */
export function originalFrom(series: Series, from: LocalTime): LocalTime | undefined {
  const { rule, start, cut, excluded } = series;
  const out = new Set(excluded);
  let next = firstFrom(rule, start, from > start ? from : start);
  while (next !== undefined && out.has(next)) next = occurrenceAfter(rule, start, next);
  return next === undefined || (cut !== null && next >= cut) ? undefined : next;
}

/** How many times a rule gives before one. */
export const countBefore = (rule: string, start: LocalTime, before: LocalTime): number =>
  occurrencesBetween(rule, start, { from: start, before, most: MAX_SERIES_OCCURRENCES }).length;

/** Originals that are kept as spans, and up to where they are all; undefined where not even a month ahead has room. */
export function originalsToKeep(
  series: Series,
  calendars: number,
  now: LocalTime,
): { readonly originals: readonly LocalTime[]; readonly horizon: LocalTime } | undefined {
  const from = now > series.start ? now : series.start;
  const ahead = (months: number): LocalTime =>
    earlier(
      Temporal.PlainDateTime.from(from).add({ months }).toString({ fractionalSecondDigits: 0 }).slice(0, 19),
      END_OF_TIME,
    );
  const horizon = ahead(HORIZON_MONTHS);
  const most = Math.floor(MAX_SERIES_OCCURRENCES / Math.max(1, calendars));
  const originals = originalsOf(series, { from: series.start, before: horizon, most: most + 1 });
  if (originals.length <= most) return { originals, horizon };
  const nearer = originals[most] ?? horizon;
  return nearer < ahead(1) ? undefined : { originals: originals.slice(0, most), horizon: nearer };
}

const WEEK = APPOINTMENT_WEEKDAYS.length;

/** The same repetition of an appointment that was moved by so many days: its weekdays move with it, and so does its day of the month. */
export function movedRepetition(
  repetition: AppointmentRepetition,
  from: LocalTime,
  to: LocalTime,
): AppointmentRepetition {
  const days = Math.round((asIfUtc(`${dayOfLocal(to)}T00:00:00`) - asIfUtc(`${dayOfLocal(from)}T00:00:00`)) / DAY_MS);
  if (days === 0) return repetition;
  const weekdays = APPOINTMENT_WEEKDAYS.filter((_, index) =>
    repetition.weekdays.includes(APPOINTMENT_WEEKDAYS[(((index - days) % WEEK) + WEEK) % WEEK] ?? 'monday'),
  );
  const { monthDate, durationEnd } = repetition;
  return {
    ...repetition,
    weekdays,
    monthDate: typeof monthDate === 'number' ? Number(to.slice(8, 10)) : monthDate,
    durationEnd: durationEnd === null ? null : dayOfLocal(shiftedBy(`${durationEnd}T00:00:00`, days * DAY_MS)),
  };
}

/** What the wire says of how a series repeats. */
export const wireRepetition = (
  repetition: AppointmentRepetition,
  about: { readonly rule: string; readonly start: LocalTime; readonly cut: LocalTime | null; readonly groupId: number },
): AppointmentRepetition => {
  const shown = { ...repetition, firstDate: dayOfLocal(about.start), groupId: about.groupId, rule: about.rule };
  if (about.cut === null) return shown;
  // It was ended: by the day before the one that would have been next.
  const last = dayOfLocal(shiftedBy(about.cut, -DAY_MS));
  return { ...shown, hasAnEnd: true, nTimes: null, durationEnd: earlier(last, repetition.durationEnd) };
};

export const minutesOf = (original: LocalTime | null): number => (original === null ? 0 : originalMinutes(original));
