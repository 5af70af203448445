import { APPOINTMENT_WEEKDAYS, type AppointmentRepetition } from '@kontor/contract/appointment';

type Rule = Pick<
  AppointmentRepetition,
  'repetitionType' | 'tact' | 'weekdays' | 'monthDate' | 'hasAnEnd' | 'durationEnd' | 'nTimes'
>;

/** Periods that are looked through for the next dates. */
const MAX_PERIODS = 20_000;
const SATURDAY = 6;

const onWorkday = (from: Temporal.PlainDate, by: 1 | -1): Temporal.PlainDate => {
  let day = from;
  while (day.dayOfWeek >= SATURDAY) day = day.add({ days: by });
  return day;
};
const lastOf = (month: Temporal.PlainDate): Temporal.PlainDate => month.with({ day: month.daysInMonth });

/** The day of a month that a rule means, if the month has it. `first`: the first occurrence. */
export function dayInMonth(
  month: Temporal.PlainDate,
  rule: Rule['monthDate'],
  first: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  const begin = month.with({ day: 1 });
  switch (rule) {
    case 'lastDay':
      return lastOf(begin);
    case 'firstWorkday':
      return onWorkday(begin, 1);
    case 'lastWorkday':
      return onWorkday(lastOf(begin), -1);
    case 'weekdayOfMonth': {
      const ahead = (first.dayOfWeek - begin.dayOfWeek + 7) % 7;
      const day = 1 + ahead + 7 * Math.floor((first.day - 1) / 7);
      return day > begin.daysInMonth ? undefined : begin.with({ day });
    }
    case 'weekdayFromEnd': {
      const last = lastOf(begin);
      const back = (last.dayOfWeek - first.dayOfWeek + 7) % 7;
      const day = last.day - back - 7 * Math.floor((first.daysInMonth - first.day) / 7);
      return day < 1 ? undefined : begin.with({ day });
    }
    default: {
      const day = rule ?? first.day;
      return day > begin.daysInMonth ? undefined : begin.with({ day });
    }
  }
}

/** The days of the n-th period of a rule, in their order. */
function daysOf(rule: Rule, first: Temporal.PlainDate, n: number): readonly Temporal.PlainDate[] {
  const by = n * rule.tact;
  if (rule.repetitionType === 'daily') return [first.add({ days: by })];
  if (rule.repetitionType === 'weekly') {
    const monday = first.subtract({ days: first.dayOfWeek - 1 }).add({ weeks: by });
    const isMeant = (index: number): boolean =>
      rule.weekdays.length === 0
        ? index === first.dayOfWeek - 1
        : rule.weekdays.includes(APPOINTMENT_WEEKDAYS[index] ?? 'monday');
    return [...APPOINTMENT_WEEKDAYS.keys()].filter(isMeant).map((days) => monday.add({ days }));
  }
  const month = first.with({ day: 1 }).add(rule.repetitionType === 'monthly' ? { months: by } : { years: by });
  const day = dayInMonth(month, rule.monthDate, first);
  return day === undefined ? [] : [day];
}

/**
 * The next days on which a series occurs, after a day. `firstDate`: the day of its first occurrence; `leftOut`: days that were taken out of it.
 * A rule that came from outside has none: the server alone knows them.
 */
export function nextDates(
  rule: Rule,
  {
    firstDate,
    after,
    leftOut = [],
    count = 3,
  }: { firstDate: string; after: string; leftOut?: readonly string[]; count?: number },
): readonly string[] {
  if (rule.repetitionType === 'custom' || firstDate === '') return [];
  const first = Temporal.PlainDate.from(firstDate);
  const found: string[] = [];
  let times = 0;
  for (let n = 0; n < MAX_PERIODS; n += 1) {
    for (const day of daysOf(rule, first, n)) {
      const text = day.toString();
      if (text < firstDate) continue;
      if (rule.hasAnEnd && rule.durationEnd !== null && text > rule.durationEnd) return found;
      times += 1;
      if (rule.hasAnEnd && rule.nTimes !== null && times > rule.nTimes) return found;
      if (text > after && !leftOut.includes(text)) found.push(text);
      if (found.length === count) return found;
    }
  }
  return found;
}
