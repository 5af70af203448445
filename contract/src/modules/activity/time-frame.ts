import type { TimeFrame } from './entities.ts';

/** Where each time frame begins, in seconds since 1970, newest frame first. */
export type TimeFrameBounds = readonly { readonly frame: TimeFrame; readonly from: number }[];

/** Seconds since 1970 at which a day begins in a zone. */
export const startOf = (day: Temporal.PlainDate, zone: string): number =>
  day.toZonedDateTime(zone).epochMilliseconds / 1000;

/** Bounds of the time frames for a moment (milliseconds since 1970) in an IANA zone. Weeks begin on Monday. */
export function timeFrameBounds(now: number, zone: string): TimeFrameBounds {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const first = today.with({ day: 1 });
  const days: [TimeFrame, Temporal.PlainDate][] = [
    ['future', today.add({ days: 1 })],
    ['today', today],
    ['yesterday', today.subtract({ days: 1 })],
    ['thisWeek', monday],
    ['lastWeek', monday.subtract({ days: 7 })],
    ['thisMonth', first],
    ['lastMonth', first.subtract({ months: 1 })],
  ];
  let last = Number.POSITIVE_INFINITY;
  const bounds: { frame: TimeFrame; from: number }[] = [];
  for (const [frame, day] of days) {
    const from = startOf(day, zone);
    if (from < last) bounds.push({ frame, from });
    last = Math.min(last, from);
  }
  bounds.push({ frame: 'older', from: Number.NEGATIVE_INFINITY });
  return bounds;
}

/** Time frame of a moment in seconds since 1970. */
export function timeFrameOf(timestamp: number, bounds: TimeFrameBounds): TimeFrame {
  for (const { frame, from } of bounds) if (timestamp >= from) return frame;
  return 'older';
}
