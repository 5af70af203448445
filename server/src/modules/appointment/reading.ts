import {
  holdsLevel,
  MAX_RANGE_DAYS,
  originalTime,
  resourceOfCalendar,
  type CalendarLevel,
  type Span,
  type Taken,
  type TimeMode,
} from '@kontor/contract/appointment';
import type { QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { instantOf, localTimeOf, type LocalTime } from '../../platform/recurrence/index.ts';
import { timeZoneOf } from '../account/index.ts';
import { levelsOf, levelsOver } from './access.ts';
import type { Interval } from './find-times.ts';
import { seriesWith } from './occurrences.ts';
import { calendarFor, countedIn } from './people-rules.ts';
import type { Range, RangeReader } from './range.ts';
import { slotOf } from './rules.ts';
import { minutesOf, originalsOf } from './series-rules.ts';
import { spansOf } from './settling.ts';
import { mostOf, sightOf, writesIn, type Sight } from './sight.ts';
import { seriesBeyond, type AppointmentRow } from './store/appointments.ts';
import { changedOriginals } from './store/objects.ts';
import { readPersons } from './store/persons.ts';
import { KINDS, MODES, readSpans, type NewSpan, type SpanRow } from './store/spans.ts';
import { spansOfFeeds } from './subscribing/index.ts';
import { changesClock, isSteadyAround, realMoments, slotAt, spanMoments, type Moments, type Slot } from './times.ts';

const DAY_MS = 86_400_000;
/** Occurrences of one series beyond its horizon that one question reckons. */
const MAX_BEYOND = 1000;

/** A span with how it is seen, and when it is by the clock of `zone`. */
export interface SeenSpan {
  readonly span: SpanRow;
  readonly sight: Exclude<Sight, 'none'>;
  /** Reckoned when it is asked for. */
  readonly slot: Slot;
  readonly writes: boolean;
}

/** The range that a query asks for. Fails with APPOINTMENT_TIMES_INVALID where it is none, or longer than a year and a month. */
export function rangeOf(
  { instance }: Pick<QueryContext, 'instance'>,
  given: {
    readonly calendars: readonly number[];
    readonly from: string;
    readonly to: string;
    readonly zone: string | null;
  },
): Range {
  const [from, to] = [Date.parse(given.from), Date.parse(given.to)];
  if (to < from || to - from > MAX_RANGE_DAYS * DAY_MS) fail('APPOINTMENT_TIMES_INVALID');
  return { calendars: [...new Set(given.calendars)], from, to, zone: given.zone ?? timeZoneOf(instance) };
}

const TIME_MODES: readonly TimeMode[] = ['fixedTime', 'fixedTime', 'allDay', 'timeIndependent'];

/** When a span is by the clock: days as days, the rest in its own zone, or the reader's. */
function slotOfSpan({ mode, starts_at: start, ends_at: end, zone }: SpanRow, readerZone: string): Slot {
  const timeMode = TIME_MODES[mode] ?? 'fixedTime';
  const kept = (at: Date) => at.toISOString().slice(0, 19);
  if (timeMode !== 'fixedTime')
    return { timeMode, zone, start: kept(start), end: kept(new Date(end.getTime() - DAY_MS)) };
  if (mode === MODES.floating) return { timeMode, zone: null, start: kept(start), end: kept(end) };
  const where = zone ?? readerZone;
  const local = (at: Date) => localTimeOf(at.toISOString(), where);
  return { timeMode, zone: where, start: local(start), end: local(end) };
}

/** When a span begins and ends for somebody in a zone. What has a zone of its own is kept as that already: most are, and reckoning is what costs. */
const momentsOf = (span: SpanRow, zone: string): Moments =>
  span.mode === MODES.fixed
    ? { start: span.starts_at.getTime(), end: span.ends_at.getTime() }
    : realMoments(slotOfSpan(span, zone), zone);

/** What a reader sees within a range: the calendars of which they may see something, and what takes these, in the order of its beginnings. */
export interface SeenRange {
  readonly calendars: readonly number[];
  readonly seen: readonly SeenSpan[];
}

/**
 * Reads what a reader sees of calendars within a range. `withHidden`: with what they have put out of their own views, by which they are busy all the same. `feeds`:
 * with the time that people are taken by feeds which they count as theirs, of all calendars or of those of others.
 */
export async function readRange(
  ctx: QueryContext,
  range: Range,
  { withHidden = false, feeds }: { readonly withHidden?: boolean; readonly feeds?: 'all' | 'others' } = {},
): Promise<SeenRange> {
  const { db, instance, person } = ctx;
  const [from, to] = [new Date(range.from), new Date(range.to)];
  const fed = feeds === undefined ? [] : range.calendars.filter((id) => feeds === 'all' || id !== person.id);
  // All at once: what is in calendars of which the reader sees nothing is left out as soon as that is known.
  const [levels, near, beyond, ofFeeds] = await Promise.all([
    levelsOf(ctx, range.calendars),
    readSpans(db, instance.id, person.id, { calendars: range.calendars, from, to }),
    beyondHorizon(ctx, range),
    spansOfFeeds(ctx, { ...range, calendars: fed }),
  ]);
  const levelOf = (id: number): CalendarLevel => levels.get(id) ?? 'none';
  const calendars = range.calendars.filter((id) => holdsLevel(levelOf(id), 'busy'));
  const shown = new Set(calendars);
  const spans = [...near, ...beyond, ...ofFeeds].filter((span) => shown.has(span.calendar_id));
  const elsewhere = spans.flatMap(({ owner_id: id }) => (levels.has(id) ? [] : [id]));
  const [others, beside] = await Promise.all([
    elsewhere.length === 0 ? new Map<number, CalendarLevel>() : levelsOf(ctx, elsewhere),
    levelsBeside(ctx, spans),
  ]);
  const seen = spans.flatMap((span): SeenSpan[] => {
    const { access, is_seen: isSeen, calendar_id: id } = span;
    const most = mostOf([levelOf(id), beside.get(span.appointment_id) ?? 'none']);
    const sight = isOfFeed(span)
      ? 'busy'
      : sightOf({ level: resourceOfCalendar(id) === null ? levelOf(id) : most, access, isSeen });
    const isFree = span.kind === KINDS.free;
    // Who sees no more than what is taken does not see what is not.
    if (sight === 'none' || (sight === 'busy' && isFree)) return [];
    if (span.is_hidden && id === person.id && !withHidden) return [];
    if (!isWithin(span, range)) return [];
    const level = levels.get(span.owner_id) ?? others.get(span.owner_id) ?? 'none';
    const isCreator = span.creator_id === person.id;
    const writes =
      sight === 'whole' &&
      person.rights.createAppointment &&
      writesIn({ isCreator, mayWrite: span.may_write, level, access });
    return [
      {
        span,
        sight,
        writes,
        get slot() {
          return slotOfSpan(span, range.zone);
        },
      },
    ];
  });
  return { calendars, seen };
}

/** Whether a span is of a feed: of no appointment. Nobody sees more of it than that it takes time. */
const isOfFeed = (span: SpanRow): boolean => span.appointment_id === 0;

/** Of what takes resources: what the reader may do with it by the other calendars that it is in. */
async function levelsBeside(ctx: QueryContext, spans: readonly SpanRow[]): Promise<ReadonlyMap<number, CalendarLevel>> {
  const taking = spans.filter((span) => resourceOfCalendar(span.calendar_id) !== null && !span.is_seen);
  if (taking.length === 0) return new Map();
  return levelsOver(ctx, new Map(taking.map((span) => [span.appointment_id, span.owner_id])));
}

/** What is kept as if in UTC is cut by where the reader is. */
function isWithin(span: SpanRow, { from, to, zone }: Range): boolean {
  const { start, end } = momentsOf(span, zone);
  return start < to && (end > from || (end === start && end >= from));
}

/** Spans of series beyond the horizon up to which they are kept, reckoned when they are asked for. */
export async function beyondHorizon(ctx: RangeReader, range: Range): Promise<readonly SpanRow[]> {
  const { db, instance, person } = ctx;
  const until = new Date(range.to + DAY_MS);
  const rows = await seriesBeyond(db, instance.id, range.calendars, until);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.appointment_id);
  const [people, changed] = await Promise.all([
    readPersons(db, instance.id, ids),
    changedOriginals(db, instance.id, ids),
  ]);
  const persons = Map.groupBy(people, (one) => one.appointment_id);
  const requested = new Set(range.calendars);
  const found: SpanRow[] = [];
  for (const row of rows) {
    const own = persons.get(row.appointment_id) ?? [];
    const reader = own.find((one) => one.user_id === person.id && one.is_active);
    const occurrences = occurrencesBeyond(row, changed.get(row.appointment_id) ?? [], range);
    for (const span of spansOf(row, own, occurrences))
      if (requested.has(span.calendarId)) {
        const whose = own.find((one) => calendarFor(one) === span.calendarId);
        found.push({
          ...rowOf(row, span),
          participants: countedIn(own),
          state: whose?.state ?? 'none',
          is_hidden: whose?.is_hidden ?? false,
          is_seen: reader !== undefined || row.creator_id === person.id,
          may_write: reader?.may_write ?? false,
        });
      }
  }
  return found;
}

/** `changed`: originals of occurrences that are appointments of their own. */
function occurrencesBeyond(row: AppointmentRow, changed: readonly LocalTime[], range: Range) {
  const slot = slotOf(row);
  const series = seriesWith(row, changed);
  if (series === undefined || row.horizon_at === null) return [];
  const { start, end } = spanMoments(slot);
  const local = (ms: number) => new Date(ms).toISOString().slice(0, 19);
  const horizon = local(row.horizon_at.getTime());
  const first = local(range.from - (end - start) - DAY_MS);
  const within = { from: first > horizon ? first : horizon, before: local(range.to + DAY_MS), most: MAX_BEYOND };
  return originalsOf(series, within).map((original) => ({
    originalMin: minutesOf(original),
    slot: slotAt(slot, original),
  }));
}

const rowOf = (
  row: AppointmentRow,
  span: NewSpan,
): Omit<SpanRow, 'participants' | 'state' | 'is_hidden' | 'is_seen' | 'may_write'> => ({
  calendar_id: span.calendarId,
  appointment_id: row.appointment_id,
  original_min: span.originalMin,
  starts_at: new Date(span.start),
  ends_at: new Date(span.end),
  mode: span.mode,
  kind: span.kind,
  access: row.access,
  owner_id: row.calendar_id,
  creator_id: row.creator_id,
  zone: row.zone,
  title: row.title,
  location: row.location,
  color: row.color === '' ? (row.type_colour ?? '') : row.color,
  type_id: row.type_id,
  repeats: true,
  ido_count: row.ido_count,
});

function instantsOf(span: SpanRow, zone: string) {
  const { start, end } = momentsOf(span, zone);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

const daysOf = ({ start, end }: Slot) => ({ start: start.slice(0, 10), end: end.slice(0, 10) });

/** Whether the clock of its zone changes about when a span begins or ends. */
const mayChangeClock = ({ mode, zone, starts_at: start, ends_at: end }: SpanRow): boolean =>
  mode === MODES.fixed && zone !== null && [start, end].some((at) => !isSteadyAround(zone, at.getTime()));

const KIND_NAMES = ['busy', 'busy', 'tentative', 'free'] as const;

/** A span as the wire says it. */
export function toSpan(seen: SeenSpan, zone: string): Span {
  const { span, sight, writes } = seen;
  const timeMode = TIME_MODES[span.mode] ?? 'fixedTime';
  const times = {
    calendarId: span.calendar_id,
    ...(timeMode === 'fixedTime' ? instantsOf(span, zone) : daysOf(seen.slot)),
    timeMode,
    kind: KIND_NAMES[span.kind] ?? 'busy',
  };
  if (sight === 'busy')
    return {
      ...times,
      appointmentId: null,
      original: 0,
      title: null,
      location: '',
      color: '',
      appointmentType: null,
      isPrivate: false,
      repeats: false,
      participation: 'none',
      writepermission: false,
      linkedIdoCounter: 0,
      participants: 0,
      dstChange: false,
    };
  return {
    ...times,
    appointmentId: span.appointment_id,
    original: span.original_min,
    title: span.title,
    location: span.location,
    color: span.color,
    appointmentType: span.type_id,
    isPrivate: span.access === 'private',
    repeats: span.repeats,
    participation: span.state,
    writepermission: writes,
    linkedIdoCounter: span.ido_count,
    participants: span.participants,
    dstChange: mayChangeClock(span) && changesClock(seen.slot),
  };
}

/** When calendars are taken: what is provisional is told apart from what is sure, which counts over it. */
export function takenOf({ calendars, seen }: SeenRange, { from, to, zone }: Range): readonly Taken[] {
  const byCalendar = Map.groupBy(seen, ({ span }) => span.calendar_id);
  return calendars.map((calendarId) => {
    const own = byCalendar.get(calendarId) ?? [];
    const of = (kind: number) =>
      merged(
        own
          .filter(({ span }) => span.kind === kind)
          .map(({ span }) => {
            const { start, end } = momentsOf(span, zone);
            return { start: Math.max(start, from), end: Math.min(end, to) };
          }),
      );
    const busy = of(KINDS.busy);
    const tentative = without(of(KINDS.tentative), busy);
    const times = [
      ...busy.map((one) => ({ ...one, kind: 'busy' as const })),
      ...tentative.map((one) => ({ ...one, kind: 'tentative' as const })),
    ].toSorted((one, other) => one.start - other.start);
    return {
      calendarId,
      times: times.map(({ start, end, kind }) => ({
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        kind,
      })),
    };
  });
}

/** Times that touch each other, put together. */
export function merged(times: readonly Interval[]): readonly Interval[] {
  const found: Interval[] = [];
  for (const { start, end } of times.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (start >= end) continue;
    if (last !== undefined && start <= last.end)
      found[found.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else found.push({ start, end });
  }
  return found;
}

/** What of some times is in none of others; both are put together and in order. */
export function without(times: readonly Interval[], others: readonly Interval[]): readonly Interval[] {
  return times.flatMap(({ start, end }) => {
    const left: Interval[] = [];
    let at = start;
    for (const other of others) {
      if (other.end <= at || other.start >= end) continue;
      if (other.start > at) left.push({ start: at, end: other.start });
      at = Math.max(at, other.end);
    }
    return at < end ? [...left, { start: at, end }] : left;
  });
}

/** The first moment of a day, or the moment itself; `isEnd`: of a day the first one after it. */
export function edgeOf(given: string, zone: string, isEnd: boolean): number {
  if (given.length > 10) return Date.parse(given);
  const midnight = Date.parse(instantOf(`${given}T00:00:00`, zone));
  if (!isEnd) return midnight;
  const next = new Date(Date.parse(given) + DAY_MS).toISOString().slice(0, 10);
  return Date.parse(instantOf(`${next}T00:00:00`, zone));
}

/** The local time of the occurrence that a span is, null for one that is of no series. */
export const originalOfSpan = ({ original_min: min }: SpanRow) => (min === 0 ? null : originalTime(min));
