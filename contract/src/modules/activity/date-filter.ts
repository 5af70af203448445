import * as v from 'valibot';
import { DaySchema, InstantSchema, TimeZoneSchema } from '../../kernel/index.ts';
import { startOf } from './time-frame.ts';

/** The named ranges of days that a list can be cut to. */
export const DATE_PRESETS = [
  'all',
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'lastWeek',
  'nextWeek',
  'thisMonth',
  'lastMonth',
  'nextMonth',
  'thisYear',
  'lastYear',
  'nextYear',
  'endOfTomorrow',
  'endOfNextMonth',
  'olderThanAMonth',
  'lastFourWeeks',
] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

const DayOrInstantSchema = v.union([DaySchema, InstantSchema]);
/** A preset, one day, or a range of days or instants (both ends belong to it), in the zone that it names or the instance's. */
export const DateFilterSchema = v.union([
  v.picklist(DATE_PRESETS),
  DaySchema,
  v.strictObject({ preset: v.picklist(DATE_PRESETS), timeZone: v.optional(TimeZoneSchema) }),
  v.strictObject({
    from: v.optional(v.nullable(DayOrInstantSchema)),
    to: v.optional(v.nullable(DayOrInstantSchema)),
    timeZone: v.optional(TimeZoneSchema),
  }),
]);
export type DateFilter = v.InferOutput<typeof DateFilterSchema>;

/** Seconds since 1970: `from` belongs to the range, `before` does not; null where the range is open. */
export interface TimeRange {
  readonly from: number | null;
  readonly before: number | null;
}

type Days = readonly [Temporal.PlainDate | null, Temporal.PlainDate | null];

function presetDays(preset: DatePreset, today: Temporal.PlainDate): Days {
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const month = today.with({ day: 1 });
  const year = today.with({ day: 1, month: 1 });
  switch (preset) {
    case 'all':
      return [null, null];
    case 'today':
      return [today, today.add({ days: 1 })];
    case 'yesterday':
      return [today.subtract({ days: 1 }), today];
    case 'tomorrow':
      return [today.add({ days: 1 }), today.add({ days: 2 })];
    case 'thisWeek':
      return [monday, monday.add({ weeks: 1 })];
    case 'lastWeek':
      return [monday.subtract({ weeks: 1 }), monday];
    case 'nextWeek':
      return [monday.add({ weeks: 1 }), monday.add({ weeks: 2 })];
    case 'thisMonth':
      return [month, month.add({ months: 1 })];
    case 'lastMonth':
      return [month.subtract({ months: 1 }), month];
    case 'nextMonth':
      return [month.add({ months: 1 }), month.add({ months: 2 })];
    case 'thisYear':
      return [year, year.add({ years: 1 })];
    case 'lastYear':
      return [year.subtract({ years: 1 }), year];
    case 'nextYear':
      return [year.add({ years: 1 }), year.add({ years: 2 })];
    case 'endOfTomorrow':
      return [null, today.add({ days: 2 })];
    case 'endOfNextMonth':
      return [null, month.add({ months: 2 })];
    case 'olderThanAMonth':
      return [null, today.subtract({ months: 1 })];
    case 'lastFourWeeks':
      return [today.subtract({ days: 27 }), today.add({ days: 1 })];
  }
}

const isDay = (text: string): boolean => text.length === 10;

/** Moments that a date filter cuts to, for `now` in milliseconds since 1970. */
export function resolveDateFilter(filter: DateFilter, now: number, instanceZone: string): TimeRange {
  const zone = (typeof filter === 'object' ? filter.timeZone : undefined) ?? instanceZone;
  const begin = (day: Temporal.PlainDate | null) => (day === null ? null : startOf(day, zone));
  if (typeof filter === 'object' && !('preset' in filter)) {
    const { from, to } = filter;
    return {
      from: from ? (isDay(from) ? begin(Temporal.PlainDate.from(from)) : Date.parse(from) / 1000) : null,
      before: to ? (isDay(to) ? begin(Temporal.PlainDate.from(to).add({ days: 1 })) : Date.parse(to) / 1000) : null,
    };
  }
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const name = typeof filter === 'string' ? filter : filter.preset;
  if ((DATE_PRESETS as readonly string[]).includes(name)) {
    const [from, before] = presetDays(name as DatePreset, today);
    return { from: begin(from), before: begin(before) };
  }
  const day = Temporal.PlainDate.from(name);
  return { from: begin(day), before: begin(day.add({ days: 1 })) };
}
