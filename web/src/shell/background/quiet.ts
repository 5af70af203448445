import type { QuietHours } from '@kontor/contract/settings';

const minutesOf = (clock: string): number => {
  const [hour, minute] = clock.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
};

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
