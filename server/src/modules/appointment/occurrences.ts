import type { LocalTime } from '../../platform/recurrence/index.ts';
import { realMoments, shiftedBy, slotAt, type Slot } from './times.ts';
import { hasOccurrence, minutesOf, originalFrom, originalsOf, originalsToKeep, type Series } from './series-rules.ts';
import { alertMoment, localNow, slotOf } from './rules.ts';
import { MAX_SERIES_OCCURRENCES, type Alert } from '@kontor/contract/appointment';
import type { AppointmentRow } from './store/appointments.ts';

/** Occurrences that are looked through for what calls somebody next. */
const MAX_AHEAD = 400;
const DAY_MS = 86_400_000;
/** Days by which somebody may be called ahead. */
const MAX_ALERT_DAYS = 420;

/** What gives the occurrences of a row; undefined where it does not repeat. `changed`: originals that are appointments of their own. */
export const seriesWith = (row: AppointmentRow, changed: readonly LocalTime[]): Series | undefined =>
  row.rule === null
    ? undefined
    : { rule: row.rule, start: row.starts_local, cut: row.cut_local, excluded: [...row.excluded, ...changed] };

/** When the occurrence of a series takes place that was meant for a time; undefined where it has none of its own there. */
export function occurrenceOf(
  row: AppointmentRow,
  changed: readonly LocalTime[],
  original: LocalTime,
): Slot | undefined {
  const series = seriesWith(row, changed);
  return series !== undefined && hasOccurrence(series, original) ? slotAt(slotOf(row), original) : undefined;
}

/** An occurrence, and what names it. */
export interface Occurrence {
  readonly originalMin: number;
  readonly slot: Slot;
}

/** All that are kept as spans, and the horizon up to which they are all; undefined where there is no room for a month. */
export function occurrencesToKeep(
  row: AppointmentRow,
  about: {
    readonly changed: readonly LocalTime[];
    readonly calendars: number;
    readonly now: number;
    readonly zone: string;
  },
): { readonly occurrences: readonly Occurrence[]; readonly horizon: LocalTime | null } | undefined {
  const slot = slotOf(row);
  const series = seriesWith(row, about.changed);
  if (series === undefined) return { occurrences: [{ originalMin: 0, slot }], horizon: null };
  const kept = originalsToKeep(series, about.calendars, localNow(about.now, row.zone ?? about.zone));
  if (kept === undefined) return undefined;
  const occurrences = kept.originals.map((original) => ({
    originalMin: minutesOf(original),
    slot: slotAt(slot, original),
  }));
  return { occurrences, horizon: kept.horizon };
}

/** Those before a horizon that was set already. */
export function occurrencesUntil(
  row: AppointmentRow,
  changed: readonly LocalTime[],
  horizon: LocalTime,
): readonly Occurrence[] {
  const slot = slotOf(row);
  const series = seriesWith(row, changed);
  if (series === undefined) return [{ originalMin: 0, slot }];
  const within = { from: series.start, before: horizon, most: MAX_SERIES_OCCURRENCES };
  return originalsOf(series, within).map((original) => ({
    originalMin: minutesOf(original),
    slot: slotAt(slot, original),
  }));
}

/** The occurrence that is on or comes next, the last one where all are over; a row that does not repeat has one. */
export function currentSlot(row: AppointmentRow, changed: readonly LocalTime[], zone: string, now: number): Slot {
  const slot = slotOf(row);
  const series = seriesWith(row, changed);
  if (series === undefined) return slot;
  const long = realMoments(slot, zone).end - realMoments(slot, zone).start;
  let next = originalFrom(series, shiftedBy(localNow(now, row.zone ?? zone), -long - DAY_MS));
  for (let tries = 0; next !== undefined && tries < MAX_AHEAD; tries += 1) {
    const found = slotAt(slot, next);
    if (realMoments(found, zone).end > now) return found;
    next = originalFrom(series, shiftedBy(next, 60_000));
  }
  const last = originalsOf(series, {
    from: series.start,
    before: localNow(now, row.zone ?? zone),
    most: MAX_SERIES_OCCURRENCES,
  }).at(-1);
  return last === undefined ? slot : slotAt(slot, last);
}

/**
 * The occurrence that somebody is called to: the last one to which they were called already and that is not over, else the first one to come. Undefined where there
 * is none.
 */
export function calledSlot(
  row: AppointmentRow,
  changed: readonly LocalTime[],
  alert: Alert,
  about: { readonly zone: string; readonly now: number },
): Slot | undefined {
  const { zone, now } = about;
  const slot = slotOf(row);
  const series = seriesWith(row, changed);
  if (alert === 'none') return undefined;
  if (series === undefined) return slot;
  const from = shiftedBy(
    localNow(now, row.zone ?? zone),
    -DAY_MS - (realMoments(slot, zone).end - realMoments(slot, zone).start),
  );
  const before = shiftedBy(localNow(now, row.zone ?? zone), MAX_ALERT_DAYS * DAY_MS);
  const next = originalFrom(series, from);
  const some =
    next === undefined
      ? []
      : [next, ...originalsOf(series, { from: shiftedBy(next, 60_000), before, most: MAX_AHEAD })];
  const ahead = some.map((original) => slotAt(slot, original)).filter((one) => realMoments(one, zone).end > now);
  return ahead.findLast((one) => (alertMoment(one, alert, zone) ?? now + 1) <= now) ?? ahead[0];
}

/** The next moment at which another occurrence calls somebody; undefined where none does. */
export function nextCall(
  row: AppointmentRow,
  changed: readonly LocalTime[],
  alert: Alert,
  about: { readonly zone: string; readonly now: number },
): number | undefined {
  const series = seriesWith(row, changed);
  if (alert === 'none' || series === undefined) return undefined;
  const { zone, now } = about;
  const local = localNow(now, row.zone ?? zone);
  const before = shiftedBy(local, MAX_ALERT_DAYS * DAY_MS);
  return originalsOf(series, { from: shiftedBy(local, -DAY_MS), before, most: MAX_AHEAD })
    .map((original) => alertMoment(slotAt(slotOf(row), original), alert, zone))
    .find((moment) => moment !== undefined && moment > now);
}
