import './year-grid.css';
import { memo } from 'react';
import { useFormats, useLanguage, useTexts } from '../../../shell/index.ts';
import { addDays, dayName, daysBetween, daysOf, monthName, weekOf, weekdayName, type Period } from '../period.ts';
import { calendarTexts } from './texts.ts';

/** Minutes up to which a day has each tone but the last. */
const TONES = [0, 120, 240, 360] as const;

/** The tone of a day, from 0 for nothing to 4. */
export const toneOf = (minutes: number): number => TONES.filter((least) => minutes > least).length;

/** How busy a day is. */
export interface BusyDay {
  readonly day: string;
  /** Of all calendars together. */
  readonly minutes: number;
}

/** Twelve months, each day as dark as it is busy. */
export const YearGrid = memo(function YearGrid({
  period,
  weekStart,
  today,
  days: busy,
  calendars,
  onDay,
}: {
  period: Period;
  weekStart: number;
  today: string;
  /** Days that are not among them are free. */
  days: readonly BusyDay[];
  /** How many calendars are shown: a day is as dark as each of them is busy on average. */
  calendars: number;
  onDay: (day: string) => void;
}) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const formats = useFormats();
  const minutesOf = new Map(busy.map(({ day, minutes }) => [day, minutes]));
  const months = Map.groupBy(daysOf(period), (day) => day.slice(0, 7));
  return (
    <div className="cal-year" data-scrolls>
      {[...months].map(([month, days]) => {
        const first = `${month}-01`;
        const begin = weekOf(first, weekStart);
        return (
          <section key={month} aria-label={monthName(first, language)}>
            <h2>{monthName(first, language)}</h2>
            <div className="cal-year-month">
              {Array.from({ length: 7 }, (_, index) => (
                <span key={index} aria-hidden="true">
                  {weekdayName(addDays(begin, index), language, 'narrow')}
                </span>
              ))}
              {days.map((day, index) => {
                const minutes = minutesOf.get(day) ?? 0;
                const hours = formats.number(Math.round(minutes / 30) / 2);
                return (
                  <button
                    key={day}
                    type="button"
                    data-tone={toneOf(minutes / Math.max(1, calendars))}
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={`${dayName(day, language)}, ${minutes === 0 ? t.free : t.hours(hours)}`}
                    style={index === 0 ? { gridColumnStart: daysBetween(begin, day) + 1 } : undefined}
                    onClick={() => onDay(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                );
              })}
            </div>
          </section>
        );
      })}
    </div>
  );
});
