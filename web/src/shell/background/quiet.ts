import type { QuietHours } from '@kontor/contract/settings';

const minutesOf = (clock: string): number => {
  const [hour, minute] = clock.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
};

/** Returns when the quiet hours end in which a moment lies, else the moment; in milliseconds since 1970. */
export function quietUntil(hours: QuietHours, zone: string, now: number): number {
  let end = now;
  // A night that ends as the next begins is one; after a week nobody is left in peace for good.
  for (let nights = 0; nights < 7 && isQuiet(hours, zone, end); nights += 1) {
    const [hour = 0, minute = 0] = hours.to.split(':').map(Number);
    const here = Temporal.Instant.fromEpochMilliseconds(end).toZonedDateTimeISO(zone);
    const sameDay = here.with({ hour, minute, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
    end = (sameDay.epochMilliseconds > end ? sameDay : sameDay.add({ days: 1 })).epochMilliseconds;
  }
  return end;
}

/**
 * Whether devices are left in peace at a moment, in milliseconds since 1970: as the server decides it for what it pushes. A night belongs to
 * the day on which it begins.
 */
export function isQuiet({ isOn, from, to, days }: QuietHours, zone: string, now: number): boolean {
  if (!isOn) return false;
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const minute = here.hour * 60 + here.minute;
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const isDay = (dayOfWeek: number): boolean => days[(dayOfWeek + 6) % 7] === true;
  const [today, yesterday] = [isDay(here.dayOfWeek), isDay(here.dayOfWeek - 1)];
  if (begin < end) return today && minute >= begin && minute < end;
  return (today && minute >= begin) || (yesterday && minute < end);
}
