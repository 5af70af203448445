import {
  APPOINTMENT_WEEKDAYS,
  type Alert,
  type AppointmentRepetition,
  type AppointmentWeekday,
} from '@kontor/contract/appointment';
import { dateFormat } from '../../../shell/date-format.ts';
import { LOCALES, type Language } from '../../../shell/language.ts';
import { hasHours, type Times } from './times.ts';
import { wordsTexts } from './words-texts.ts';

const MINUTES_OF_DAY = 1440;
/** Up to so many minutes are said as minutes. */
const MAX_MINUTES = 120;
const WORKWEEK = 5;

/** How long something takes. `minutes`: not negative. */
export function lengthWords(minutes: number, language: Language): string {
  const t = wordsTexts[language];
  if (minutes >= MINUTES_OF_DAY && minutes % MINUTES_OF_DAY === 0) return t.days(minutes / MINUTES_OF_DAY);
  return minutes <= MAX_MINUTES ? t.minutes(minutes) : t.hours(Math.floor(minutes / 60), minutes % 60);
}

/** How long before it begins somebody is called. */
export function alertWords(alert: Alert, language: Language): string {
  const t = wordsTexts[language];
  if (alert === 'none') return t.noAlert;
  return alert.value === 0 ? t.atBeginning : t.before[alert.unit](alert.value);
}

const format = (language: Language, options: Intl.DateTimeFormatOptions) =>
  dateFormat(LOCALES[language], { timeZone: 'UTC', ...options });
const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const clock = (language: Language) => ({ hour: language === 'de' ? '2-digit' : 'numeric', minute: '2-digit' }) as const;

/** Names of the days of a week, Monday first. */
export const weekdayNames = (language: Language, length: 'long' | 'short'): readonly string[] =>
  // The first is a Monday.
  APPOINTMENT_WEEKDAYS.map((_, index) =>
    format(language, { weekday: length })
      .format(Date.UTC(2026, 10, 23 + index))
      .replace('.', ''),
  );

/** A local time of the clock, as `13:30`. */
export const timeWords = (time: string, language: Language): string =>
  format(language, clock(language)).format(Date.parse(`2000-01-01T${time}:00Z`));

/** A day with its weekday, and its year where that is another than that of `near`. */
export const dayWords = (day: string, near: string, language: Language): string =>
  format(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) === near.slice(0, 4) ? {} : { year: 'numeric' }),
  }).format(midnight(day));

/** A day without its weekday. */
export const dateWords = (day: string, near: string, language: Language): string =>
  format(language, {
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) === near.slice(0, 4) ? {} : { year: 'numeric' }),
  }).format(midnight(day));

/** From when to when it is. `today`: a day. */
export function whenWords(times: Times, today: string, language: Language): string {
  const { startDay, startTime, endDay, endTime } = times;
  const [first, last] = [dayWords(startDay, today, language), dayWords(endDay, today, language)];
  if (!hasHours(times)) {
    const days = startDay === endDay ? first : `${first} – ${last}`;
    return times.timeMode === 'allDay' ? `${days}, ${wordsTexts[language].allDay}` : days;
  }
  const [from, to] = [timeWords(startTime, language), timeWords(endTime, language)];
  return startDay === endDay ? `${first}, ${from} – ${to}` : `${first}, ${from} – ${last}, ${to}`;
}

/** Weekdays of a rule, in their order; the first occurrence's where it names none. */
export const weekdaysOf = (
  weekdays: readonly AppointmentWeekday[],
  first: Temporal.PlainDate,
): readonly AppointmentWeekday[] =>
  weekdays.length === 0
    ? [APPOINTMENT_WEEKDAYS[first.dayOfWeek - 1] ?? 'monday']
    : APPOINTMENT_WEEKDAYS.filter((day) => weekdays.includes(day));

function weeklyWords({ tact, weekdays }: AppointmentRepetition, first: Temporal.PlainDate, language: Language): string {
  const t = wordsTexts[language];
  const days = weekdaysOf(weekdays, first);
  const isWorkweek = days.length === WORKWEEK && !days.includes('saturday') && !days.includes('sunday');
  if (tact === 1 && isWorkweek) return t.workdays;
  const names = weekdayNames(language, 'long');
  const said = days.map((day) => names[APPOINTMENT_WEEKDAYS.indexOf(day)] ?? '');
  const [only = ''] = said;
  if (said.length === 1) return t.weeklyOn(tact, only);
  return t.weeklyOnMany(tact, new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(said));
}

/** Which day of a month a rule means. */
export function monthDayWords(
  monthDate: AppointmentRepetition['monthDate'],
  first: Temporal.PlainDate,
  language: Language,
): string {
  const t = wordsTexts[language];
  if (monthDate === null || typeof monthDate === 'number') return t.onDay(monthDate ?? first.day);
  const weekday = weekdayNames(language, 'long')[first.dayOfWeek - 1] ?? '';
  const nth = monthDate === 'weekdayFromEnd' ? (first.daysInMonth - first.day) / 7 : (first.day - 1) / 7;
  return t.rules[monthDate](weekday, Math.floor(nth));
}

function ruleWords(repetition: AppointmentRepetition, first: Temporal.PlainDate, language: Language): string {
  const t = wordsTexts[language];
  const { repetitionType, tact, monthDate } = repetition;
  switch (repetitionType) {
    case 'daily':
      return t.daily(tact);
    case 'weekly':
      return weeklyWords(repetition, first, language);
    case 'monthly':
      return t.monthly(tact, monthDayWords(monthDate, first, language));
    case 'yearly': {
      if (monthDate === null || typeof monthDate === 'number') {
        const day = format(language, { day: 'numeric', month: 'long' }).format(
          Date.UTC(2000, first.month - 1, monthDate ?? first.day),
        );
        return t.yearly(tact, t.onDate(day));
      }
      const month = format(language, { month: 'long' }).format(Date.UTC(2000, first.month - 1, 1));
      return t.yearly(tact, t.yearlyRule(monthDayWords(monthDate, first, language), month));
    }
    default:
      return t.custom;
  }
}

/** How something repeats, as a sentence without its full stop. `firstDate`: the day of its first occurrence. */
export function repetitionWords(repetition: AppointmentRepetition, firstDate: string, language: Language): string {
  const t = wordsTexts[language];
  const said = ruleWords(repetition, Temporal.PlainDate.from(firstDate), language);
  const { hasAnEnd, durationEnd, nTimes } = repetition;
  if (hasAnEnd && durationEnd !== null) return t.until(said, dateWords(durationEnd, firstDate, language));
  return hasAnEnd && nTimes !== null ? t.times(said, nTimes) : said;
}
