import { setImmediate } from 'node:timers/promises';
import type { Range, RangeReader } from '../range.ts';
import { KINDS, MODES, type SpanRow } from '../store/spans.ts';
import { spanMoments, type Slot } from '../times.ts';
import { MAX_OF_FEED, isSlotWithin, slotsOf } from './occurring.ts';
import { eventsBetween, sourcesTaking } from './store.ts';

const DAY_MS = 86_400_000;
/** Events that are read before others have their turn. */
const AT_ONCE = 100;

function modeOf({ timeMode, zone }: Slot): number {
  if (timeMode === 'allDay') return MODES.days;
  return zone === null ? MODES.floating : MODES.fixed;
}

/** A span that is of no appointment, and says nothing. `n` tells it from the others of its calendar. */
function rowOf(calendarId: number, slot: Slot, n: number): SpanRow {
  const { start, end } = spanMoments(slot);
  return {
    calendar_id: calendarId,
    appointment_id: 0,
    original_min: -n,
    starts_at: new Date(start),
    ends_at: new Date(end),
    mode: modeOf(slot),
    kind: KINDS.busy,
    access: 'private',
    owner_id: calendarId,
    creator_id: calendarId,
    zone: null,
    title: '',
    location: '',
    color: '',
    type_id: null,
    repeats: false,
    ido_count: 0,
    participants: 0,
    state: 'none',
    is_hidden: false,
    is_seen: false,
    may_write: false,
  };
}

/**
 * Returns what takes the people of some calendars by feeds that they count as their time: spans without a word, as `readSpans` returns spans. What a feed calls free,
 * and what has a day without hours, takes nobody.
 */
export async function spansOfFeeds({ db, instance }: RangeReader, range: Range): Promise<readonly SpanRow[]> {
  if (range.calendars.length === 0) return [];
  const within = { from: new Date(range.from - DAY_MS), to: new Date(range.to + DAY_MS) };
  const spans: SpanRow[] = [];
  for (const { user_id: userId, source_id: sourceId } of await sourcesTaking(db, instance.id, range.calendars)) {
    const most = spans.length + MAX_OF_FEED;
    for (const [index, event] of (await eventsBetween(db, instance.id, sourceId, within)).entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
      if (spans.length >= most) break;
      if (event.isFree || event.slot.timeMode === 'timeIndependent') continue;
      for (const slot of slotsOf(event, range))
        if (isSlotWithin(slot, range) && spans.length < most) spans.push(rowOf(userId, slot, spans.length + 1));
    }
  }
  return spans;
}
