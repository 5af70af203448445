import './calendar.css';
import { useState } from 'react';
import { DayPicker, type Modifiers } from 'react-day-picker';
import { de } from 'react-day-picker/locale/de';
import { enUS } from 'react-day-picker/locale/en-US';
import { useLanguage } from '../context.tsx';
import { LOCALES, type Language } from '../language.ts';

/** The picker reckons with moments of this device; a day is its noon, so that no change of clocks makes another day of it. */
export const dateOf = (day: string): Date => new Date(`${day}T12:00:00`);
export const dayOf = (date: Date): string => {
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

/** A day in English with its number as it is seen: of the picker's own `1st` who says what they see cannot press the 1. */
function labelDayButton(date: Date, { today, selected }: Modifiers): string {
  const day = date.toLocaleDateString(LOCALES.en, { dateStyle: 'full' });
  return `${today ? 'Today, ' : ''}${day}${selected ? ', selected' : ''}`;
}

/** How a calendar is in a language. */
export const calendarIn = (language: Language) => ({
  className: 'calendar',
  locale: language === 'de' ? de : enUS,
  weekStartsOn: weekStart(LOCALES[language]),
  ...(language === 'en' ? { labels: { labelDayButton } } : {}),
});

/** A month in which one day is chosen, between `first` and `last` where they are given. Days as `2026-11-30`. */
export function DayCalendar({
  day,
  today,
  first,
  last,
  autoFocus = false,
  onPick,
}: {
  /** Undefined while none is chosen. */
  day: string | undefined;
  today: string;
  first?: string | undefined;
  last?: string | undefined;
  autoFocus?: boolean;
  onPick: (day: string) => void;
}) {
  const language = useLanguage();
  const [month, setMonth] = useState(() => dateOf(day ?? today));
  const [chosen, setChosen] = useState(day);
  // One that was chosen elsewhere is in sight.
  if (chosen !== day) {
    setChosen(day);
    if (day !== undefined) setMonth(dateOf(day));
  }
  const [begin, end] = [first, last].map((limit) => (limit === undefined ? undefined : dateOf(limit)));
  return (
    <DayPicker
      {...calendarIn(language)}
      mode="single"
      required
      autoFocus={autoFocus}
      today={dateOf(today)}
      {...(begin === undefined ? {} : { startMonth: begin })}
      {...(end === undefined ? {} : { endMonth: end })}
      disabled={[...(begin === undefined ? [] : [{ before: begin }]), ...(end === undefined ? [] : [{ after: end }])]}
      month={month}
      onMonthChange={setMonth}
      selected={day === undefined ? undefined : dateOf(day)}
      onSelect={(date: Date) => onPick(dayOf(date))}
      fixedWeeks
    />
  );
}
