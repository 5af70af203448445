import { APPOINTMENT_WEEKDAYS, type BookingHours } from '@kontor/contract/appointment';
import { localTimeOf } from '../../../platform/recurrence/index.ts';
import { dayAfter, momentOf, type Interval } from '../find-times.ts';

const MINUTE_MS = 60_000;
/** What is offered begins on such a step from when the hours begin; shorter things one behind the other. */
const STEP_MINUTES = 30;

/** When times are offered. Moments in milliseconds. */
export interface Offer {
  readonly hours: readonly BookingHours[];
  readonly zone: string;
  readonly minutes: number;
  readonly now: number;
  readonly noticeHours: number;
  /** Days behind that of `now`. */
  readonly daysAhead: number;
}

/** The day that a moment is of in a zone. */
export const dayOf = (moment: number, zone: string): string =>
  localTimeOf(new Date(moment).toISOString(), zone).slice(0, 10);

/** When something may begin, in order: within the hours of each day from the notice on, up to the last day. */
export function offeredStarts({ hours, zone, minutes, now, noticeHours, daysAhead }: Offer): readonly number[] {
  const length = minutes * MINUTE_MS;
  const step = Math.min(STEP_MINUTES, minutes) * MINUTE_MS;
  const earliest = now + noticeHours * 60 * MINUTE_MS;
  const today = dayOf(now, zone);
  const starts: number[] = [];
  for (let number = 0; number <= daysAhead; number += 1) {
    const day = dayAfter(today, number);
    const weekday = APPOINTMENT_WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7];
    for (const { from, to } of hours.filter((one) => one.weekday === weekday)) {
      const closes = momentOf(day, to, zone);
      for (let start = momentOf(day, from, zone); start + length <= closes; start += step)
        if (start >= earliest) starts.push(start);
    }
  }
  return starts.toSorted((one, other) => one - other);
}

/** Somebody whose time can be booked, with when they are away and who stands in for them. */
export interface Member {
  readonly userId: number;
  readonly away: readonly Absence[];
}
export interface Absence extends Interval {
  readonly substituteId: number | null;
}

/** What stands in the way of bookings in a calendar. */
export interface HostTimes {
  /** When it is taken: in order, and none meets another. */
  readonly taken: readonly Interval[];
  /** What was booked by guests, with what stays free around it. */
  readonly kept: readonly Interval[];
  /** How many bookings there are by this page, by day. */
  readonly counts: ReadonlyMap<string, number>;
}

const NOTHING: HostTimes = { taken: [], kept: [], counts: new Map() };

/** Whether something meets one of some times, which are in order and do not meet each other. */
function meets(times: readonly Interval[], start: number, end: number): boolean {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return (times[low]?.start ?? Infinity) < end;
}

/** In whose calendar a time of somebody is booked: their own, or that of who stands in for them; undefined where nobody does. */
function hostOf({ userId, away }: Member, absences: ReadonlyMap<number, readonly Absence[]>, slot: Interval) {
  const isDuring = (one: Absence) => one.start < slot.end && one.end > slot.start;
  const absence = away.find(isDuring);
  if (absence === undefined) return userId;
  const { substituteId } = absence;
  if (substituteId === null || absences.get(substituteId)?.some(isDuring) === true) return undefined;
  return substituteId;
}

/** What free times are looked for in. */
export interface Search {
  readonly starts: readonly number[];
  readonly zone: string;
  readonly minutes: number;
  readonly bufferBefore: number;
  readonly bufferAfter: number;
  readonly maxPerDay: number | null;
  readonly members: readonly Member[];
  /** Of the members, and of those who stand in for them. */
  readonly absences: ReadonlyMap<number, readonly Absence[]>;
  readonly hosts: ReadonlyMap<number, HostTimes>;
}

/** A time that can be booked, with those in whose calendars it can be. */
export interface FreeSlot {
  readonly start: number;
  readonly hosts: readonly number[];
}

/** The times that can be booked, in order. */
export function freeSlots(search: Search): readonly FreeSlot[] {
  const { starts, zone, minutes, bufferBefore, bufferAfter, maxPerDay, members, absences, hosts } = search;
  const isFree = (host: number, start: number, end: number): boolean => {
    const { taken, kept, counts } = hosts.get(host) ?? NOTHING;
    if (maxPerDay !== null && (counts.get(dayOf(start, zone)) ?? 0) >= maxPerDay) return false;
    if (kept.some((one) => one.start < end && one.end > start)) return false;
    return !meets(taken, start - bufferBefore * MINUTE_MS, end + bufferAfter * MINUTE_MS);
  };
  return starts.flatMap((start) => {
    const end = start + minutes * MINUTE_MS;
    const found = new Set(members.flatMap((member) => hostOf(member, absences, { start, end }) ?? []));
    const free = [...found].filter((host) => isFree(host, start, end));
    return free.length === 0 ? [] : [{ start, hosts: free }];
  });
}
