import { localTimeOf, type LocalTime } from '../recurrence/index.ts';
import { paramOf, type Property } from './calendar-text.ts';
import type { FoundZone } from './zones.ts';

const DAY_MS = 86_400_000;

/** A moment as a calendar writes it. */
export interface CalendarTime {
  /** What a clock shows; of a day its midnight. */
  readonly clock: LocalTime;
  readonly isDay: boolean;
  /** Null: wherever its people are. */
  readonly zone: FoundZone | null;
}

const UTC: FoundZone = { shown: 'UTC', name: 'UTC', instant: (clock) => `${clock}.000Z` };

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:T(?:(\d\d):(\d\d):(\d\d)?(Z)?|::))?$/;

const isThere = (clock: string): boolean => {
  try {
    Temporal.PlainDateTime.from(clock, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
};

/** One value of a property as a moment; undefined where it is none. `zoneOf`: what a name of a zone stands for. */
export function timeFrom(value: unknown, zoneId: string, zoneOf: (id: string) => FoundZone): CalendarTime | undefined {
  const [, year, month, day, hour, minute, second = '00', utc] =
    TIME.exec(typeof value === 'string' ? value : '') ?? [];
  if (year === undefined) return undefined;
  const isDay = hour === undefined;
  // A second that is put in is read as the one before it.
  const clock = `${year}-${month}-${day}T${isDay ? '00:00:00' : `${hour}:${minute}:${second === '60' ? '59' : second}`}`;
  if (!isThere(clock)) return undefined;
  if (isDay) return { clock, isDay, zone: null };
  if (utc !== undefined) return { clock, isDay, zone: UTC };
  return { clock, isDay, zone: zoneId === '' ? null : zoneOf(zoneId) };
}

/** All values of a property as moments; of periods their beginnings. What is none is left out. */
export function timesFrom(property: Property, zoneOf: (id: string) => FoundZone): readonly CalendarTime[] {
  const [, , , ...values] = property;
  const zoneId = paramOf(property, 'tzid').trim();
  return values.flatMap((value) => timeFrom(Array.isArray(value) ? value[0] : value, zoneId, zoneOf) ?? []);
}

/** The same of its first value. */
export const timeOf = (property: Property | undefined, zoneOf: (id: string) => FoundZone): CalendarTime | undefined =>
  property === undefined ? undefined : timesFrom(property, zoneOf)[0];

/** The instant (ISO 8601) of a moment; undefined for a day, and where nobody knows its zone. */
export const instantOfTime = ({ clock, isDay, zone }: CalendarTime): string | undefined =>
  isDay ? undefined : zone?.instant?.(clock);

/** What the clock of a zone shows at a moment: of a day, and of a time that has no zone, what stands there. */
export function clockIn(time: CalendarTime, zone: string | null): LocalTime {
  if (zone === null || time.isDay || time.zone?.name === zone) return time.clock;
  const instant = instantOfTime(time);
  return instant === undefined ? time.clock : localTimeOf(instant, zone);
}

/** A duration of RFC 5545 in milliseconds by the clock; undefined where it is none. */
export function durationMs(text: string): number | undefined {
  const [, sign, weeks, days, hours, minutes, seconds] =
    /^([+-])?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?)?$/.exec(text.trim()) ??
    [];
  const numbers = [weeks, days, hours, minutes, seconds];
  if (numbers.every((number) => number === undefined)) return undefined;
  const [w = 0, d = 0, h = 0, m = 0, s = 0] = numbers.map((number) => Number(number ?? 0));
  return (sign === '-' ? -1 : 1) * ((w * 7 + d) * DAY_MS + h * 3_600_000 + m * 60_000 + s * 1000);
}

const bare = (clock: LocalTime): string => clock.replaceAll(/[-:]/g, '');

/** A property that names a moment: a day, an instant (`UTC`), a clock of a zone, or one without. */
export function timeProperty(
  name: string,
  clocks: readonly LocalTime[],
  kind: 'day' | { readonly zone: string | null },
): Property {
  if (kind === 'day') return [name, {}, 'date', ...clocks.map((clock) => clock.slice(0, 10))];
  const { zone } = kind;
  if (zone === 'UTC') return [name, {}, 'date-time', ...clocks.map((clock) => `${clock.slice(0, 19)}Z`)];
  return [name, zone === null ? {} : { tzid: zone }, 'date-time', ...clocks.map((clock) => clock.slice(0, 19))];
}

/** The end of a rule as RFC 5545 wants it: a day, an instant, or a clock. */
export const untilText = (clock: LocalTime, isDay: boolean): string => (isDay ? bare(clock).slice(0, 8) : bare(clock));
