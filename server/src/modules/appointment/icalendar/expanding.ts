import { originalsOf } from '../series-rules.ts';
import { realMoments, slotAt, spanMoments, withoutZone, type Slot } from '../times.ts';
import type { IcalAppointment, IcalEvent } from './model.ts';

const DAY_MS = 86_400_000;

/** What is asked for: moments in milliseconds; days are those of `zone`. */
export interface Expansion {
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}

const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

function isWithin(slot: Slot, { from, to, zone }: Expansion): boolean {
  const { start, end } = realMoments(slot, zone);
  return start < to && (end > from || (end === start && end >= from));
}

/** One that stands alone, in UTC, as RFC 4791 wants it; `series`: by whose clock its original is said. */
function alone(event: IcalEvent, series: Slot): IcalEvent {
  const original =
    event.original === null ? null : withoutZone({ ...series, start: event.original, end: event.original }).start;
  return { ...event, original, slot: withoutZone(event.slot), rule: null, repetition: null, excluded: [], added: [] };
}

/**
 * Returns the occurrences of an appointment within a range, each as an event of its own with what it was meant to be, and no more than `most` of a series. One that does not repeat
 * is returned as it is, in UTC.
 */
export function expanded({ uid, master, changed }: IcalAppointment, range: Expansion, most: number): IcalAppointment {
  const slot = master?.slot ?? changed[0]?.slot;
  const others = changed.filter((one) => isWithin(one.slot, range)).map((one) => alone(one, slot ?? one.slot));
  if (master === null) return { uid, master, changed: others };
  const { rule, added } = master;
  if (rule === null && added.length === 0 && changed.length === 0)
    return { uid, master: alone(master, master.slot), changed: [] };
  const { start, end } = spanMoments(master.slot);
  const near = { from: local(range.from - (end - start) - DAY_MS), before: local(range.to + DAY_MS), most };
  const taken = new Set([...master.excluded, ...changed.flatMap(({ original }) => original ?? [])]);
  const ruled =
    rule === null
      ? [master.slot.start]
      : originalsOf({ rule, start: master.slot.start, cut: null, excluded: [...taken] }, near);
  const originals = [...new Set([...ruled, ...added])].filter((original) => !taken.has(original)).toSorted();
  const own = originals
    .map((original): IcalEvent => ({ ...master, original, slot: slotAt(master.slot, original) }))
    .filter((one) => isWithin(one.slot, range))
    .map((one) => alone(one, master.slot));
  return { uid, master: null, changed: [...own, ...others] };
}
