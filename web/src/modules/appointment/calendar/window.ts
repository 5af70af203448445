import { addDays, weekOf, type Period } from '../period.ts';

/** Weeks before this one, and after it, that are on the device to be looked at without a network. */
const WEEKS_BACK = 2;
const WEEKS_AHEAD = 8;

/** The days that are fetched ahead on a day: the same for all days of a week, whatever a week begins with. */
export function windowOf(today: string): Period {
  const monday = weekOf(today, 1);
  return { first: addDays(monday, -7 * WEEKS_BACK), last: addDays(monday, 7 * (WEEKS_AHEAD + 1) - 1) };
}

/** What is asked for ahead about one calendar. It is the same in every zone: a day more on both sides holds what is meant in another one. */
export const windowRange = (calendarId: number, { first, last }: Period) => ({
  calendars: [calendarId],
  from: `${addDays(first, -1)}T00:00:00.000Z`,
  to: `${addDays(last, 2)}T00:00:00.000Z`,
  zone: null,
});

/** What may be kept of some calendars in a period: as it was asked for this week, or last week. Nothing where no window holds the period. */
export const keptRanges = (calendars: readonly number[], today: string, { first, last }: Period) =>
  [today, addDays(today, -7)].flatMap((day) => {
    const window = windowOf(day);
    return window.first <= first && last <= window.last ? calendars.map((id) => windowRange(id, window)) : [];
  });
