/** Moments at which a mail may be sent later, in the zone of the person. */
export type Later = 'evening' | 'tomorrow' | 'monday';

const at = (day: Temporal.PlainDate, hour: number, minute: number, zone: string): Temporal.ZonedDateTime =>
  day.toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } });

/** The moments that are offered, soonest first; this evening only while it is to come. */
export function momentsOf(now: Temporal.ZonedDateTime): readonly (readonly [Later, Temporal.ZonedDateTime])[] {
  const zone = now.timeZoneId;
  const today = now.toPlainDate();
  const evening = at(today, 18, 0, zone);
  const tomorrow = at(today.add({ days: 1 }), 8, 0, zone);
  const monday = at(today.add({ days: 8 - today.dayOfWeek }), 8, 0, zone);
  return [
    ...(Temporal.ZonedDateTime.compare(now, evening) < 0 ? [['evening', evening] as const] : []),
    ['tomorrow', tomorrow] as const,
    ...(monday.equals(tomorrow) ? [] : [['monday', monday] as const]),
  ];
}

const UNITS: readonly (readonly [RegExp, 'minutes' | 'hours' | 'days' | 'weeks'])[] = [
  [/^min/, 'minutes'],
  [/^(stunde|std|h|hour)/, 'hours'],
  [/^(tag|d)/, 'days'],
  [/^(woche|w)/, 'weeks'],
];
const DAYS = ['mo', 'di|tu', 'mi|we', 'do|th', 'fr', 'sa', 'so|su'].map((name) => new RegExp(`^(${name})`));
const HALF_YEAR = 366;

/** What was typed as a time: "in 2 Stunden", "morgen 9", "Freitag 14:30", "24.12. 8:00"; undefined for none, and for what is past. */
export function momentOf(typed: string, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime | undefined {
  const text = typed.trim().toLowerCase();
  const [, count, unit] = /^in\s+(\d{1,3}|eine[mr]?|an?|one)\s*([a-zä]+)$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) {
    const name = UNITS.find(([pattern]) => pattern.test(unit))?.[1];
    return name === undefined ? undefined : now.add({ [name]: /\d/.test(count) ? Number(count) : 1 });
  }
  const [, day = '', hour, minute = '0'] =
    /^(.*?)(?:\s*(?:um|at|,)?\s*(\d{1,2})(?::(\d{2}))?\s*(?:uhr|h)?)?$/.exec(
      text.replace(/^(\d{1,2}\.\d{1,2}\.)(\d{4})?/, '$1$2 '),
    ) ?? [];
  const date = dayOf(day.trim(), now.toPlainDate());
  if (date === undefined || Number(hour ?? 8) > 23 || Number(minute) > 59) return undefined;
  const moment = at(date, Number(hour ?? 8), Number(minute), now.timeZoneId);
  if (Temporal.ZonedDateTime.compare(moment, now) > 0) return moment;
  // Only a time: the next one.
  return day.trim() === '' && hour !== undefined ? moment.add({ days: 1 }) : undefined;
}

function dayOf(text: string, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  if (text === '' || /^(heute|today)$/.test(text)) return today;
  if (/^(morgen|tomorrow)$/.test(text)) return today.add({ days: 1 });
  if (/^übermorgen$/.test(text)) return today.add({ days: 2 });
  const [, dayOfMonth, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(text) ?? [];
  if (dayOfMonth !== undefined) {
    try {
      const date = Temporal.PlainDate.from(
        { year: Number(year ?? today.year), month: Number(month), day: Number(dayOfMonth) },
        { overflow: 'reject' },
      );
      const isPast = Temporal.PlainDate.compare(date, today) < 0;
      const next = isPast && year === undefined ? date.add({ years: 1 }) : date;
      return today.until(next).days <= HALF_YEAR ? next : undefined;
    } catch {
      return undefined;
    }
  }
  const weekday = DAYS.findIndex((pattern) => pattern.test(text)) + 1;
  return weekday === 0 || !/^[a-zä]+$/.test(text)
    ? undefined
    : today.add({ days: (weekday - today.dayOfWeek + 7) % 7 || 7 });
}

/** A day and a time of it as a moment: `2026-11-30`, `09:30`; undefined where it is past, or no time. */
export function momentAt(day: string, time: string, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime | undefined {
  const [, hour = '', minute = ''] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return undefined;
  const moment = at(Temporal.PlainDate.from(day), Number(hour), Number(minute), now.timeZoneId);
  return Temporal.ZonedDateTime.compare(moment, now) > 0 ? moment : undefined;
}
