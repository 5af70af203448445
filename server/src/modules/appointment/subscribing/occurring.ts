import type { Range } from '../range.ts';
import { originalsOf } from '../series-rules.ts';
import { asIfUtc, realMoments, slotAt, spanMoments, type Slot } from '../times.ts';
import type { FeedEvent } from './tables.ts';

const DAY_MS = 86_400_000;
/** Occurrences of one series that one question answers. */
const MAX_OF_SERIES = 1000;
/** Occurrences of all events of one feed that one question answers. */
export const MAX_OF_FEED = 5000;

const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** When an event takes place near a range. */
export function slotsOf({ slot, rule, excluded, added }: FeedEvent, { from, to }: Range): readonly Slot[] {
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

/** Whether something takes place within a range; days, and times without a zone, are those of the range's zone. */
export function isSlotWithin(slot: Slot, { from, to, zone }: Range): boolean {
  const { start, end } = realMoments(slot, zone);
  return start < to && (end > from || (end === start && end >= from));
}
