import { appointmentQueries, readSpan, type Span } from '@kontor/contract/appointment';
import type { AheadDeps } from '../../../client/ahead-port.ts';
import { queryKey } from '../../../client/ask.ts';
import type { Client } from '../../../client/client.ts';
import { idOfSpan, shownCalendars } from './changes.ts';
import { windowOf, windowRange } from './window.ts';

/** Age at which the spans of a calendar are fetched anew, in milliseconds. */
const SPANS_AGE_MS = 30 * 60_000;
/** Calendars beside the person's own, and appointments of that, which are on the device. */
const MAX_OTHERS = 20;
const MAX_DETAILS = 200;

/** The spans of a calendar, from the device where they are young enough. */
async function spansOf(client: Client, calendarId: number, { now }: AheadDeps): Promise<readonly Span[]> {
  const params = windowRange(calendarId, windowOf(new Date(now()).toISOString().slice(0, 10)));
  const kept = await client.ask.keeping(appointmentQueries.range, params).load();
  if (kept !== undefined && now() - kept.at < SPANS_AGE_MS)
    return (kept.data as { rows: unknown[][] }).rows.map(readSpan);
  return (await client.ask.run(appointmentQueries.range, params)).rows.map(readSpan);
}

/** The person's appointments that are not on the device, those that come up next before those that come later, and what is over last. */
async function missingDetails(client: Client, spans: readonly Span[], now: number): Promise<readonly string[]> {
  const today = new Date(now).toISOString().slice(0, 10);
  const known = spans.filter(({ appointmentId }) => appointmentId !== null);
  const [over, ahead] = [known.filter(({ end }) => end < today), known.filter(({ end }) => end >= today)];
  const ids = [...ahead, ...over.toReversed()].map((span) => idOfSpan(client, span)).slice(0, MAX_DETAILS);
  const idOf = new Map(ids.map((aggregateId) => [queryKey(appointmentQueries.details, { aggregateId }), aggregateId]));
  const missing = (await client.cache.get()?.missing([...idOf.keys()])) ?? [];
  return missing.flatMap((key) => idOf.get(key) ?? []);
}

/** Has the calendars that are shown on the device for some weeks, and the person's own appointments in them. */
export async function fetchCalendars(client: Client, deps: AheadDeps): Promise<void> {
  const ownId = client.user.get()?.id;
  if (ownId === undefined || client.configuration.get()?.rights.agendaList !== true) return;
  const others = shownCalendars(client).filter((id) => id !== ownId);
  const own = await spansOf(client, ownId, deps);
  for (const calendarId of others.slice(0, MAX_OTHERS)) {
    await deps.idle();
    if (!deps.goesOn()) return;
    await spansOf(client, calendarId, deps);
  }
  for (const aggregateId of await missingDetails(client, own, deps.now())) {
    await deps.idle();
    if (!deps.goesOn()) return;
    // What was taken away meanwhile is not there to be kept.
    await client.ask.run(appointmentQueries.details, { aggregateId }).catch(() => undefined);
  }
}
