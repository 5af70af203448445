import {
  MAX_FIND_DAYS,
  MAX_FOUND_TIMES,
  MAX_RANGE_DAYS,
  holdsLevel,
  type FoundTime,
  type appointmentQueries,
} from '@kontor/contract/appointment';
import type { ParamsOf } from '@kontor/contract/kernel';
import type { QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { instantOf } from '../../platform/recurrence/index.ts';
import { timeZoneOf } from '../account/index.ts';
import { levelsOf, seenOf } from './access.ts';
import { findBest, windowsOf, type TakenTimes } from './find-times.ts';
import type { Range, RangeReader } from './range.ts';
import { beyondHorizon, edgeOf, merged, without } from './reading.ts';
import { sightOf } from './sight.ts';
import { readAppointments } from './store/appointments.ts';
import { readBusy, readDays, type BusyRow } from './store/busy.ts';
import { KINDS, MODES } from './store/spans.ts';
import { spansOfFeeds } from './subscribing/index.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Moments at which something takes time for somebody in a zone. */
function momentsOf({ starts, ends, mode }: BusyRow, zone: string) {
  if (mode === MODES.fixed) return { start: starts, end: ends };
  const real = (ms: number) => Date.parse(instantOf(new Date(ms).toISOString().slice(0, 19), zone));
  return { start: real(starts), end: real(ends) };
}

/** When calendars are taken by some spans. */
function takenBy(rows: readonly BusyRow[], zone: string): ReadonlyMap<number, TakenTimes> {
  return new Map(
    [...Map.groupBy(rows, (row) => row.calendar_id)].map(([id, own]) => {
      const of = (kind: number) => merged(own.filter((row) => row.kind === kind).map((row) => momentsOf(row, zone)));
      const busy = of(KINDS.busy);
      return [id, { busy, tentative: without(of(KINDS.tentative), busy) }];
    }),
  );
}

/** Of series beyond their horizon as of what is kept. */
const toBusy = (span: Awaited<ReturnType<typeof beyondHorizon>>[number]): BusyRow => ({
  calendar_id: span.calendar_id,
  starts: span.starts_at.getTime(),
  ends: span.ends_at.getTime(),
  mode: span.mode,
  kind: span.kind,
});

/** When calendars are taken between two moments; `except`: an appointment that is not meant. */
export async function takenTimes(
  ctx: RangeReader,
  range: Range,
  except: number | null,
): Promise<ReadonlyMap<number, TakenTimes>> {
  const { calendars, from, to, zone } = range;
  const about = { calendars, from: new Date(from), to: new Date(to), except };
  const [near, further, fed] = await Promise.all([
    readBusy(ctx.db, ctx.instance.id, about),
    beyondHorizon(ctx, range),
    spansOfFeeds(ctx, range),
  ]);
  const beyond = further.filter((span) => span.kind !== KINDS.free && span.appointment_id !== except);
  return takenBy([...near, ...[...beyond, ...fed].map(toBusy)], zone);
}

/** Finds times that some calendars have together. Fails with APPOINTMENT_TIMES_INVALID. */
export async function findTimes(
  ctx: QueryContext,
  params: ParamsOf<(typeof appointmentQueries)['findTimes']>,
): Promise<FoundTime[]> {
  const { db, instance } = ctx;
  const { hours, weekdays } = params;
  const zone = params.zone ?? timeZoneOf(instance);
  const [from, to] = [Date.parse(params.from), Date.parse(params.to)];
  if (to < from || to - from > MAX_FIND_DAYS * DAY_MS || hours.from >= hours.to) fail('APPOINTMENT_TIMES_INVALID');
  const must = [...new Set(params.must)];
  const may = [...new Set(params.may)].filter((id) => !must.includes(id));
  const oneOf = [...new Set(params.oneOf)];
  const levels = await levelsOf(ctx, [...must, ...may, ...oneOf]);
  const isShown = (id: number) => holdsLevel(levels.get(id) ?? 'none', 'busy');
  const calendars = [...levels.keys()].filter(isShown);
  const length = params.minutes * MINUTE_MS;
  const windows = windowsOf({ from, to, now: ctx.now(), zone, length, hours, weekdays });
  // What an appointment takes is no secret to who sees it whole alone.
  const [own] =
    params.appointmentId === null
      ? []
      : await seenOf(ctx, await readAppointments(db, instance.id, [params.appointmentId]));
  const except = own?.row.appointment_id ?? null;
  // What takes longer than the hours of a day goes on behind them.
  const taken = await takenTimes(ctx, { calendars, from, to, zone }, except);
  const hidden = new Set([...levels.keys()].filter((id) => !isShown(id)));
  return [...findBest({ must, may, oneOf, taken, hidden, windows, length, most: MAX_FOUND_TIMES })];
}

/** What days of calendars hold. Fails with APPOINTMENT_TIMES_INVALID. */
export async function daysOf(ctx: QueryContext, params: ParamsOf<(typeof appointmentQueries)['days']>) {
  const { db, instance, person } = ctx;
  const zone = params.zone ?? timeZoneOf(instance);
  const count = Math.round((Date.parse(params.to) - Date.parse(params.from)) / DAY_MS) + 1;
  if (count < 1 || count > MAX_RANGE_DAYS) fail('APPOINTMENT_TIMES_INVALID');
  const dayAt = (number: number) => new Date(Date.parse(params.from) + number * DAY_MS).toISOString().slice(0, 10);
  const midnights = Array.from({ length: count + 1 }, (_, number) => edgeOf(dayAt(number), zone, false));
  const levels = await levelsOf(ctx, params.calendars);
  const calendars = [...levels].flatMap(([id, level]) => (holdsLevel(level, 'busy') ? [id] : []));
  const range = { calendars, from: midnights[0] ?? 0, to: midnights[count] ?? 0, zone };
  const beside = (await Promise.all([beyondHorizon(ctx, range), spansOfFeeds(ctx, range)])).flat();
  const beyond = beside.filter((span) => !(span.is_hidden && span.calendar_id === person.id));
  const rows = await readDays(db, instance.id, person.id, { calendars, midnights, zone, beyond });
  const days = new Map<number, { minutes: number; count: number }>();
  for (const row of rows) {
    const level = levels.get(row.calendar_id) ?? 'none';
    // Who sees no more than what is taken does not see what is not.
    if (row.is_free && sightOf({ level, access: row.access, isSeen: row.is_seen }) !== 'whole') continue;
    const long = ((midnights[row.day] ?? 0) - (midnights[row.day - 1] ?? 0)) / 1000;
    const minutes = row.seconds >= long ? DAY_MINUTES : Math.min(DAY_MINUTES, Math.round(row.seconds / 60));
    const day = days.get(row.day) ?? { minutes: 0, count: 0 };
    days.set(row.day, { minutes: day.minutes + minutes, count: day.count + row.count });
  }
  return [...days]
    .toSorted(([one], [other]) => one - other)
    .map(([number, day]) => ({ day: dayAt(number - 1), ...day }));
}
