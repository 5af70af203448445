import { momentsOf, type Later } from '../../../ui/when.ts';

/** How long an item can be put off by one press, as ISO durations. */
export const SPANS = ['PT5M', 'PT15M', 'PT30M', 'PT1H', 'PT2H', 'PT4H', 'P1D'] as const;

const LATER_HOURS = 3;

export type SnoozeMoment = 'later' | Later | 'week';

/** The moments that are offered, soonest first: later today only where that is today still, and each moment once. */
export function snoozeMoments(
  now: Temporal.ZonedDateTime,
): readonly (readonly [SnoozeMoment, Temporal.ZonedDateTime])[] {
  const later = now.add({ hours: LATER_HOURS }).round({ smallestUnit: 'minute' });
  const week = now.toPlainDate().add({ days: 7 }).toZonedDateTime({ timeZone: now.timeZoneId, plainTime: '08:00' });
  const known = momentsOf(now);
  return [
    ...(later.toPlainDate().equals(now.toPlainDate()) ? [['later', later] as const] : []),
    ...known,
    ...(known.some(([, moment]) => moment.equals(week)) ? [] : [['week', week] as const]),
  ].toSorted(([, a], [, b]) => Temporal.ZonedDateTime.compare(a, b));
}
