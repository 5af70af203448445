import type { TimeMode } from '@kontor/contract/appointment';
import { MAX_APPOINTMENT_DAYS } from '@kontor/contract/appointment';
import { instantOf, localTimeOf, type LocalTime } from '../../platform/recurrence/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** When an appointment, or one occurrence of it, takes place, as it is kept: of whole days the first and the last one at midnight. */
export interface Slot {
  readonly timeMode: TimeMode;
  readonly start: LocalTime;
  readonly end: LocalTime;
  /** Null: wherever its people are. */
  readonly zone: string | null;
}

/** Milliseconds since 1970; `end` is not part of it. */
export interface Moments {
  readonly start: number;
  readonly end: number;
}

/** Whether it takes days, with hours or without. */
export const isWhole = ({ timeMode }: Pick<Slot, 'timeMode'>): boolean => timeMode !== 'fixedTime';

/** A local time as if it were in UTC, in milliseconds. */
export const asIfUtc = (time: LocalTime): number => Date.parse(`${time}Z`);
const fromUtc = (ms: number): LocalTime => new Date(ms).toISOString().slice(0, 19);

/** A local time so many milliseconds later, by the clock. */
export const shiftedBy = (time: LocalTime, ms: number): LocalTime => fromUtc(asIfUtc(time) + ms);
export const daysLater = (time: LocalTime, days: number): LocalTime => shiftedBy(time, days * DAY_MS);
export const dayOfLocal = (time: LocalTime): string => time.slice(0, 10);

const HAS_OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** The local time that a time of the contract is in a zone: a day is its midnight, seconds are left out. */
export function toLocal(time: string, zone: string): LocalTime {
  if (time.length === 10) return `${time}T00:00:00`;
  const local = HAS_OFFSET.test(time.slice(10)) ? localTimeOf(new Date(time).toISOString(), zone) : time;
  return `${local.slice(0, 16)}:00`;
}

/** The same slot in the one way that it is kept; `instanceZone` is where one without a zone of its own is understood. */
export function toSlot(
  given: {
    readonly startDate: string;
    readonly endDate: string;
    readonly timeMode: TimeMode;
    readonly zone: string | null;
  },
  instanceZone: string,
): Slot {
  const { timeMode, zone } = given;
  const [start, end] = [given.startDate, given.endDate].map((time) => toLocal(time, zone ?? instanceZone)) as [
    LocalTime,
    LocalTime,
  ];
  if (!isWhole(given)) return { timeMode, zone, start, end };
  return { timeMode, zone, start: `${dayOfLocal(start)}T00:00:00`, end: `${dayOfLocal(end)}T00:00:00` };
}

/** Whether it does not end before it begins, nor takes too long. */
export const isRightSlot = ({ start, end }: Slot): boolean =>
  asIfUtc(end) >= asIfUtc(start) && asIfUtc(end) - asIfUtc(start) <= MAX_APPOINTMENT_DAYS * DAY_MS;

/** What the wire says of a local time: a day where there are no hours. */
export const wireTime = (slot: Slot, time: LocalTime): string => (isWhole(slot) ? dayOfLocal(time) : time);

/** The slot of an occurrence that was meant for a time: as long by the clock as that of its series. */
export const slotAt = (slot: Slot, original: LocalTime): Slot => ({
  ...slot,
  start: original,
  end: shiftedBy(original, asIfUtc(slot.end) - asIfUtc(slot.start)),
});

/** Moments as spans keep them: whole days, and times without a zone, as if they were in UTC. */
export function spanMoments(slot: Slot): Moments {
  if (isWhole(slot)) return { start: asIfUtc(slot.start), end: asIfUtc(slot.end) + DAY_MS };
  if (slot.zone === null) return { start: asIfUtc(slot.start), end: asIfUtc(slot.end) };
  return momentsIn(slot, slot.zone);
}

/** Moments at which it begins and ends for somebody in `zone`, which counts where it has none of its own, and for days. */
export function realMoments(slot: Slot, zone: string): Moments {
  if (isWhole(slot)) {
    const midnight = (time: LocalTime) => Date.parse(instantOf(time, zone));
    return { start: midnight(slot.start), end: midnight(daysLater(slot.end, 1)) };
  }
  return momentsIn(slot, slot.zone ?? zone);
}

/** One that begins in an hour which is left out that day lasts as long as by the clock. */
function momentsIn({ start, end }: Slot, zone: string): Moments {
  const begin = Date.parse(instantOf(start, zone));
  const over = Date.parse(instantOf(end, zone));
  return { start: begin, end: over > begin ? over : begin + asIfUtc(end) - asIfUtc(start) };
}

/** The same without where it is meant, which says more than that somebody is not free. */
export function withoutZone(slot: Slot): Slot {
  if (slot.zone === null || isWhole(slot)) return slot;
  const { start, end } = realMoments(slot, slot.zone);
  return { ...slot, zone: 'UTC', start: fromUtc(start), end: fromUtc(end) };
}

/** Whether it begins or ends at a local time that is left out that day, or comes twice. */
export function changesClock(slot: Slot): boolean {
  const { zone } = slot;
  if (zone === null || isWhole(slot)) return false;
  return [slot.start, slot.end].some((time) => {
    try {
      Temporal.PlainDateTime.from(time).toZonedDateTime(zone, { disambiguation: 'reject' });
      return false;
    } catch {
      return true;
    }
  });
}

/** Days of zones, by zone and number since 1970, around which it is known whether the clock stays as it is. */
const steadyDays = new Map<string, boolean>();
const MAX_STEADY_DAYS = 20_000;

/** Whether the clock of a zone stays as it is from the day before a moment, in milliseconds, to the day after it. */
export function isSteadyAround(zone: string, ms: number): boolean {
  const day = Math.floor(ms / DAY_MS);
  const key = `${zone} ${day}`;
  const known = steadyDays.get(key);
  if (known !== undefined) return known;
  const offsetAt = (number: number) =>
    Temporal.Instant.fromEpochMilliseconds(number * DAY_MS).toZonedDateTimeISO(zone).offsetNanoseconds;
  const isSteady = offsetAt(day - 1) === offsetAt(day + 2);
  if (steadyDays.size >= MAX_STEADY_DAYS) steadyDays.clear();
  steadyDays.set(key, isSteady);
  return isSteady;
}

const isOver = (slot: Slot, zone: string, now: number): boolean =>
  localTimeOf(new Date(now).toISOString(), slot.zone ?? zone).slice(0, 10) > dayOfLocal(slot.start);

/**
 * The slot so many days later, at the same time of the clock. One that lies before today is counted from today: a day is tomorrow, a week the
 * same weekday of next week.
 */
export function delayedSlot(slot: Slot, days: 1 | 7, zone: string, now: number): Slot {
  const by = (count: number): Slot => ({
    ...slot,
    start: daysLater(slot.start, count),
    end: daysLater(slot.end, count),
  });
  if (!isOver(slot, zone, now)) return by(days);
  const today = dayOfLocal(localTimeOf(new Date(now).toISOString(), slot.zone ?? zone));
  const behind = Math.round((Date.parse(today) - Date.parse(dayOfLocal(slot.start))) / DAY_MS);
  if (days === 1) return by(behind + 1);
  const weekday = (day: string) => (new Date(day).getUTCDay() + 6) % 7;
  return by(behind - weekday(today) + 7 + weekday(dayOfLocal(slot.start)));
}

/** The next full hour of a zone, and an hour later: when a new appointment is. */
export function nextHour(
  now: number,
  zone: string,
  minutes: number,
): { readonly start: LocalTime; readonly end: LocalTime } {
  const local = localTimeOf(new Date(now).toISOString(), zone);
  const start = shiftedBy(`${local.slice(0, 13)}:00:00`, 3_600_000);
  return { start, end: shiftedBy(start, minutes * MINUTE_MS) };
}

/** The day of the Monday of the week of a moment, as if in UTC. */
export const weekOf = (ms: number): string => {
  const day = new Date(ms);
  return new Date(ms - ((day.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
};
