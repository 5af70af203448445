import './calendar.css';
import { DayPicker, type DateRange } from 'react-day-picker';
import { de } from 'react-day-picker/locale/de';
import { enUS } from 'react-day-picker/locale/en-US';
import { useState } from 'react';
import { LOCALES } from '../../../shell/language.ts';
import { useLanguage } from '../../../shell/index.ts';
import { pickDay } from './days.ts';
import type { Days } from './filter.ts';

/** The picker reckons with moments of this device; a day is its noon, so that no change of clocks makes another day of it. */
const dateOf = (day: string): Date => new Date(`${day}T12:00:00`);
const dayOf = (date: Date): string => {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6;
interface WithWeek {
  getWeekInfo?(): { readonly firstDay: number };
}

/** Day that a week begins with, from 0 for Sunday, as a locale has it. */
const weekStart = (locale: string): WeekDay =>
  (((new Intl.Locale(locale) as WithWeek).getWeekInfo?.().firstDay ?? 1) % 7) as WeekDay;

/** A month with a range of days in it; two clicks choose another one. */
export function Calendar({ days, today, onPick }: { days: Days; today: string; onPick: (days: Days) => void }) {
  const language = useLanguage();
  const { from, to } = days;
  const shown = to ?? from ?? today;
  const [month, setMonth] = useState(() => dateOf(shown));
  // Another range is looked at where it is.
  const [followed, setFollowed] = useState(shown);
  if (followed !== shown) {
    setFollowed(shown);
    setMonth(dateOf(shown));
  }
  const selected: DateRange | undefined =
    from === undefined && to === undefined
      ? undefined
      : {
          from: from === undefined ? new Date(1900, 0, 1) : dateOf(from),
          to: to === undefined ? dateOf(today > (from ?? '') ? today : (from ?? today)) : dateOf(to),
        };
  return (
    <DayPicker
      mode="range"
      className="calendar"
      locale={language === 'de' ? de : enUS}
      weekStartsOn={weekStart(LOCALES[language])}
      today={dateOf(today)}
      month={month}
      onMonthChange={setMonth}
      selected={selected}
      onSelect={(_range, day) => onPick(pickDay(days, dayOf(day)))}
      showOutsideDays
      fixedWeeks
    />
  );
}

/** A month in which one day is chosen, from today on until `last`. Days as `2026-11-30`. */
export function DayCalendar({
  day,
  today,
  last,
  onPick,
}: {
  day: string;
  today: string;
  last: string;
  onPick: (day: string) => void;
}) {
  const language = useLanguage();
  const [month, setMonth] = useState(() => dateOf(day));
  return (
    <DayPicker
      mode="single"
      required
      className="calendar"
      locale={language === 'de' ? de : enUS}
      weekStartsOn={weekStart(LOCALES[language])}
      today={dateOf(today)}
      startMonth={dateOf(today)}
      endMonth={dateOf(last)}
      disabled={{ before: dateOf(today), after: dateOf(last) }}
      month={month}
      onMonthChange={setMonth}
      selected={dateOf(day)}
      onSelect={(date: Date) => onPick(dayOf(date))}
      fixedWeeks
    />
  );
}
