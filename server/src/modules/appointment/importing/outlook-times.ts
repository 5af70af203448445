/** In which order a file writes the day, the month and the year, where dots do not tell. */
export type DayOrder = 'monthFirst' | 'dayFirst';

const PARTED = /^(\d{1,2})\/(\d{1,2})\/\d{2,4}$/;
const HALF = /[ap]\.?m\.?$/i;

/** In which order the days of a file are written: as any of them tells that has a number above twelve, else as clocks of twelve hours go with. */
export function dayOrderIn(days: readonly string[], clocks: readonly string[]): DayOrder {
  const parted = days.flatMap((day) => {
    const [, one, other] = PARTED.exec(day.trim()) ?? [];
    return one === undefined || other === undefined ? [] : [[Number(one), Number(other)] as const];
  });
  if (parted.some(([one]) => one > 12)) return 'dayFirst';
  if (parted.some(([, other]) => other > 12)) return 'monthFirst';
  return clocks.some((clock) => HALF.test(clock.trim())) ? 'monthFirst' : 'dayFirst';
}

/** A day (`2026-12-01`) of what a file says: `1.12.2026`, `12/1/2026` or `2026-12-01`; undefined for what is none. */
export function readDay(said: string, order: DayOrder): string | undefined {
  const text = said.trim();
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (isoYear !== undefined) return dayOf(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [, one, sign, other, year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? [];
  if (one === undefined) return undefined;
  const isDayFirst = sign !== '/' || order === 'dayFirst';
  const whole = Number(year) < 100 ? 2000 + Number(year) : Number(year);
  const [day, month] = isDayFirst ? [one, other] : [other, one];
  return dayOf(whole, Number(month), Number(day));
}

function dayOf(year: number, month: number, day: number): string | undefined {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

/** A time of the clock (`09:30`) of what a file says: `09:30:00`, `9:30:00 AM` or `9.30`; undefined for what is none. */
export function readClock(said: string): string | undefined {
  const [, hours, minutes, half] =
    /^(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?\s*([ap])?\.?(?:m\.?)?$/i.exec(said.replaceAll('\u202f', ' ').trim()) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const whole = Number(hours);
  if (half !== undefined && (whole < 1 || whole > 12)) return undefined;
  const hour = half === undefined ? whole : (whole % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
