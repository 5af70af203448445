import { CALENDAR_IMPORT_LIMITS } from '@kontor/contract/appointment';
import { setImmediate } from 'node:timers/promises';
import { durationMs, splitCalendars, textOf } from '../../../platform/icalendar/index.ts';
import type { IcalAppointment, IcalEvent } from '../icalendar/model.ts';
import { readAppointment, readingOf, uidOf } from '../icalendar/reading.ts';
import type { FeedEvent } from './tables.ts';

const MINUTE_MS = 60_000;
const DEFAULT_MS = 6 * 60 * MINUTE_MS;
const MIN_MS = 15 * MINUTE_MS;
const MAX_MS = 7 * 24 * 60 * MINUTE_MS;
/** What is read before others have their turn. */
const AT_ONCE = 100;

/** What a feed says. */
export interface Feed {
  readonly name: string;
  /** After so long it is to be fetched again. */
  readonly everyMs: number;
  readonly events: readonly FeedEvent[];
  readonly isCut: boolean;
}

/** How often a feed wants to be fetched, within what is right: every six hours where it does not say. */
export const everyMsOf = (said: string): number => {
  const ms = durationMs(said.trim());
  return ms === undefined || ms <= 0 ? DEFAULT_MS : Math.min(MAX_MS, Math.max(MIN_MS, ms));
};

/** When a fetch that failed is tried again: after a quarter of an hour, then twice as long each time, up to a day. */
export const backOffMs = (failures: number): number =>
  Math.min(24 * 60 * MINUTE_MS, MIN_MS * 2 ** Math.min(10, Math.max(0, failures - 1)));

const kept = ({ slot, title, location, rule, excluded, added, isFree }: IcalEvent): FeedEvent => ({
  slot,
  title,
  location,
  rule,
  excluded,
  added,
  isFree,
});

function eventsOf({ master, changed }: IcalAppointment): readonly FeedEvent[] {
  const originals = changed.flatMap(({ original }) => original ?? []);
  const own = changed.filter(({ isCancelled }) => !isCancelled).map((one) => kept({ ...one, rule: null, added: [] }));
  if (master === null || master.isCancelled) return own;
  const excluded = [...new Set([...master.excluded, ...originals])].toSorted();
  // A time beside the rule that is taken out, or said otherwise, is none.
  const added = master.added.filter((time) => !excluded.includes(time));
  return [kept({ ...master, added, excluded: master.rule === null ? master.excluded : excluded }), ...own];
}

/** Reads a feed, others in between. Throws `CalendarUnreadable` for what is none. */
export async function readFeed(text: string, zone: string): Promise<Feed> {
  const calendars = splitCalendars(text);
  const events: FeedEvent[] = [];
  const max = CALENDAR_IMPORT_LIMITS.events;
  let count = 0;
  for (const { head, pieces } of calendars) {
    const reading = readingOf(head, zone);
    for (const piece of pieces) {
      if ((count += 1) % AT_ONCE === 0) await setImmediate();
      if (events.length >= max) break;
      const own = piece.events().filter(([name]) => name === 'vevent');
      const [first] = own;
      const { appointment } = readAppointment(first === undefined ? '' : uidOf(first), own, reading);
      if (appointment !== null) events.push(...eventsOf(appointment));
    }
  }
  const heads = calendars.map(({ head }) => head);
  const said = (name: string): string => heads.map((head) => textOf(head, name)).find((one) => one !== '') ?? '';
  return {
    name: said('x-wr-calname').replaceAll(/\s+/g, ' ').trim().slice(0, 100).toWellFormed(),
    everyMs: everyMsOf(said('refresh-interval') || said('x-published-ttl')),
    events: events.slice(0, max),
    isCut: events.length >= max,
  };
}
