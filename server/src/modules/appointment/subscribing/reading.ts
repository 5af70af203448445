import { subscriptionCalendar, type Span } from '@kontor/contract/appointment';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { Range } from '../reading.ts';
import { originalsOf } from '../series-rules.ts';
import { asIfUtc, realMoments, slotAt, spanMoments, type Slot } from '../times.ts';
import { eventsBetween, subscriptionsOf } from './store.ts';
import type { FeedEvent } from './tables.ts';

const DAY_MS = 86_400_000;
/** Occurrences of one series, and all of one feed, that one question answers. */
const MAX_OF_SERIES = 1000;
const MAX_OF_FEED = 5000;

const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** When an event takes place near a range. */
function slotsOf({ slot, rule, excluded, added }: FeedEvent, { from, to }: Range): readonly Slot[] {
  const { start, end } = spanMoments(slot);
  const near = { from: local(from - (end - start) - DAY_MS), before: local(to + DAY_MS) };
  const besides = added
    .filter((one) => asIfUtc(one) >= asIfUtc(near.from) && one < near.before)
    .slice(0, MAX_OF_SERIES)
    .map((one) => slotAt(slot, one));
  if (rule === null) return [slot, ...besides];
  const series = { rule, start: slot.start, cut: null, excluded };
  return [
    ...originalsOf(series, { ...near, most: MAX_OF_SERIES }).map((original) => slotAt(slot, original)),
    ...besides,
  ];
}

function toSpan(calendarId: number, color: string, event: FeedEvent, slot: Slot, { from, to, zone }: Range): Span[] {
  const { start, end } = realMoments(slot, zone);
  if (start >= to || !(end > from || (end === start && end >= from))) return [];
  const isDays = slot.timeMode !== 'fixedTime';
  return [
    {
      calendarId,
      start: isDays ? slot.start.slice(0, 10) : new Date(start).toISOString(),
      end: isDays ? slot.end.slice(0, 10) : new Date(end).toISOString(),
      timeMode: slot.timeMode,
      // It takes nobody's time.
      kind: 'free',
      appointmentId: null,
      original: 0,
      title: event.title,
      location: event.location,
      color,
      appointmentType: null,
      isPrivate: false,
      repeats: event.rule !== null,
      participation: 'none',
      writepermission: false,
      linkedIdoCounter: 0,
      participants: 0,
      dstChange: false,
    },
  ];
}

/** What the feeds say that the person subscribes to, of those calendars that are asked about. Of nobody else's there is anything. */
export async function readSubscribed(ctx: QueryContext, range: Range): Promise<readonly Span[]> {
  const { db, instance, person } = ctx;
  const requested = new Set(range.calendars);
  if (![...requested].some((id) => id > subscriptionCalendar(0))) return [];
  const spans: Span[] = [];
  for (const one of await subscriptionsOf(db, instance.id, person.id)) {
    const calendarId = subscriptionCalendar(one.subscription_id);
    if (!requested.has(calendarId)) continue;
    const within = { from: new Date(range.from - DAY_MS), to: new Date(range.to + DAY_MS) };
    const own: Span[] = [];
    for (const event of await eventsBetween(db, instance.id, one.source_id, within)) {
      if (own.length >= MAX_OF_FEED) break;
      for (const slot of slotsOf(event, range)) own.push(...toSpan(calendarId, one.color, event, slot, range));
    }
    spans.push(...own.slice(0, MAX_OF_FEED));
  }
  return spans;
}
