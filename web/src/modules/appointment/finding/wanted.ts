import {
  APPOINTMENT_WEEKDAYS,
  MAX_APPOINTMENT_DAYS,
  MAX_CALENDARS,
  MAX_FIND_DAYS,
  type AppointmentWeekday,
  type FoundTime,
  type appointmentQueries,
} from '@kontor/contract/appointment';
import type { ParamsOf } from '@kontor/contract/kernel';
import { localOf } from '../local-time.ts';
import { addDays, daysBetween, weekOf, type Period } from '../period.ts';

export const WITHINS = ['thisWeek', 'nextWeek', 'fourWeeks', 'own'] as const;
export type Within = (typeof WITHINS)[number];

const FOUR_WEEKS = 28;
const DAY_MINUTES = 1440;

/** What a time is looked for. People and resources are numbers of their calendars. */
export interface Wanted {
  readonly must: readonly number[];
  readonly may: readonly number[];
  /** Resources of which one is enough. */
  readonly oneOf: readonly number[];
  readonly minutes: number;
  readonly within: Within;
  /** Days between which it lies, where these are the person's own. */
  readonly first: string;
  readonly last: string;
  /** Times of the clock between which it lies, as `08:00`. */
  readonly fromTime: string;
  readonly toTime: string;
  readonly weekdays: readonly AppointmentWeekday[];
}

export const WORKDAYS: readonly AppointmentWeekday[] = APPOINTMENT_WEEKDAYS.slice(0, 5);

/** What is looked for at first. `today`: a day. */
export const wantedFor = (today: string, part: Partial<Wanted>): Wanted => ({
  must: [],
  may: [],
  oneOf: [],
  minutes: 60,
  within: 'fourWeeks',
  first: today,
  last: addDays(today, FOUR_WEEKS - 1),
  fromTime: '08:00',
  toTime: '18:00',
  weekdays: WORKDAYS,
  ...part,
});

/** The days among which a time is looked for. */
export function daysWithin(
  { within, first, last }: Pick<Wanted, 'within' | 'first' | 'last'>,
  today: string,
  weekStart: number,
): Period {
  const week = weekOf(today, weekStart);
  if (within === 'thisWeek') return { first: today, last: addDays(week, 6) };
  if (within === 'nextWeek') return { first: addDays(week, 7), last: addDays(week, 13) };
  if (within === 'fourWeeks') return { first: today, last: addDays(today, FOUR_WEEKS - 1) };
  return { first: first < today ? today : first, last };
}

export type WantedFault = 'must' | 'tooMany' | 'minutes' | 'days' | 'hours' | 'weekdays';

/** What keeps a time from being looked for. */
export function faultsOf(wanted: Wanted, today: string): readonly WantedFault[] {
  const { must, may, oneOf, minutes, within, first, last, fromTime, toTime, weekdays } = wanted;
  const isRange = first !== '' && last !== '' && last >= first && last >= today;
  const areDaysWrong =
    within === 'own' && (!isRange || daysBetween(first < today ? today : first, last) >= MAX_FIND_DAYS);
  const isLengthRight = Number.isInteger(minutes) && minutes > 0 && minutes <= MAX_APPOINTMENT_DAYS * DAY_MINUTES;
  return [
    ...(must.length === 0 ? (['must'] as const) : []),
    ...(Math.max(must.length, may.length, oneOf.length) > MAX_CALENDARS ? (['tooMany'] as const) : []),
    ...(isLengthRight ? [] : (['minutes'] as const)),
    ...(areDaysWrong ? (['days'] as const) : []),
    ...(fromTime < toTime ? [] : (['hours'] as const)),
    ...(weekdays.length === 0 ? (['weekdays'] as const) : []),
  ];
}

/** The question for times that are wanted. `now`: in milliseconds since 1970. */
export function questionOf(
  wanted: Wanted,
  { now, zone, weekStart, appointmentId }: FindingWhere,
): ParamsOf<typeof appointmentQueries.findTimes> {
  const { must, may, oneOf, minutes, fromTime, toTime, weekdays } = wanted;
  const today = localOf(new Date(now).toISOString(), zone).day;
  const { first, last } = daysWithin(wanted, today, weekStart);
  const instantOf = (day: string): string =>
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone }).toInstant().toString();
  return {
    must: [...must],
    may: may.filter((id) => !must.includes(id)),
    oneOf: oneOf.filter((id) => !must.includes(id)),
    minutes,
    from: instantOf(first),
    to: instantOf(addDays(last, 1)),
    zone,
    hours: { from: fromTime, to: toTime },
    weekdays: APPOINTMENT_WEEKDAYS.filter((day) => weekdays.includes(day)),
    appointmentId,
  };
}

export interface FindingWhere {
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly zone: string;
  /** The first day of a week, from Monday as 1. */
  readonly weekStart: number;
  /** An appointment that is to be moved. */
  readonly appointmentId: number | null;
}

/** Times that were found by their day: the best first, as they came. */
export const byDay = (
  found: readonly FoundTime[],
  zone: string,
): readonly { readonly day: string; readonly times: readonly FoundTime[] }[] =>
  [...Map.groupBy(found, ({ start }) => localOf(start, zone).day)].map(([day, times]) => ({ day, times }));
