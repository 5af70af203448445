import { subscriptionCalendar, type Span } from '@kontor/contract/appointment';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { Range } from '../range.ts';
import { realMoments, type Slot } from '../times.ts';
import { MAX_OF_FEED, isSlotWithin, slotsOf } from './occurring.ts';
import { eventsBetween, subscriptionsOf } from './store.ts';
import type { FeedEvent } from './tables.ts';

const DAY_MS = 86_400_000;

/** How a subscription shows its times. */
interface Look {
  readonly calendarId: number;
  readonly color: string;
  readonly takesTime: boolean;
}

function toSpan({ calendarId, color, takesTime }: Look, event: FeedEvent, slot: Slot, range: Range): Span[] {
  if (!isSlotWithin(slot, range)) return [];
  const { start, end } = realMoments(slot, range.zone);
  const isDays = slot.timeMode !== 'fixedTime';
  return [
    {
      calendarId,
      start: isDays ? slot.start.slice(0, 10) : new Date(start).toISOString(),
      end: isDays ? slot.end.slice(0, 10) : new Date(end).toISOString(),
      timeMode: slot.timeMode,
      kind: takesTime && !event.isFree && slot.timeMode !== 'timeIndependent' ? 'busy' : 'free',
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
    const look = { calendarId, color: one.color, takesTime: one.counts_busy };
    const own: Span[] = [];
    for (const event of await eventsBetween(db, instance.id, one.source_id, within)) {
      if (own.length >= MAX_OF_FEED) break;
      for (const slot of slotsOf(event, range)) own.push(...toSpan(look, event, slot, range));
    }
    spans.push(...own.slice(0, MAX_OF_FEED));
  }
  return spans;
}
