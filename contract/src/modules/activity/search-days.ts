const UNITS: Readonly<Record<string, 'days' | 'weeks' | 'months' | 'years'>> = {
  d: 'days',
  t: 'days',
  w: 'weeks',
  m: 'months',
  y: 'years',
  j: 'years',
};
const DAYS_AGO: Readonly<Record<string, number>> = { today: 0, heute: 0, yesterday: 1, gestern: 1 };

/** Years that a search looks at: what is outside of them is a number like any other. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;
/** A 29 February lies at most so many years back. */
const MAX_YEARS_BACK = 8;

function dayOf(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

/** The last day of this date that is not still to come. */
function lastOf(month: number, day: number, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  for (let year = today.year; year > today.year - MAX_YEARS_BACK; year -= 1) {
    const date = dayOf(year, month, day);
    if (date !== undefined && Temporal.PlainDate.compare(date, today) <= 0) return date;
  }
  return undefined;
}

function readDay(typed: string, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  const ago = Object.hasOwn(DAYS_AGO, typed) ? DAYS_AGO[typed] : undefined;
  if (ago !== undefined) return today.subtract({ days: ago });
  const [, count, unit] = /^(\d{1,4})([dtwmyj])$/.exec(typed) ?? [];
  if (count !== undefined && unit !== undefined) return today.subtract({ [UNITS[unit] ?? 'days']: Number(count) });
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(typed);
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2] ?? 1), Number(iso[3] ?? 1));
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.?(\d{2}|\d{4})?$/.exec(typed) ?? [];
  if (day === undefined || month === undefined) return undefined;
  if (year === undefined) return lastOf(Number(month), Number(day), today);
  return dayOf(year.length === 2 ? 2000 + Number(year) : Number(year), Number(month), Number(day));
}

/**
 * The day that is meant, as `2026-11-21`: so, as `21.11.2026`, `21.11.` (the last one), a month or a year (its first day), `today`, or
 * that long ago (`7d`, `4w`, `3m`, `1y`), in English or German. Undefined where none is.
 */
export function searchDay(typed: string, today: Temporal.PlainDate): string | undefined {
  const day = readDay(typed.toLowerCase(), today);
  return day !== undefined && day.year >= FIRST_YEAR && day.year <= LAST_YEAR ? day.toString() : undefined;
}
