import { useState } from 'react';
import { DayPicker, type DateRange } from 'react-day-picker';
import { calendarIn, dateOf, dayOf } from '../../../shell/dates/day-calendar.tsx';
import { useLanguage } from '../../../shell/index.ts';
import { pickDay } from './days.ts';
import type { Days } from './filter.ts';

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
      {...calendarIn(language)}
      mode="range"
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
