import { appointmentQueries, readSpan, type Span } from '@kontor/contract/appointment';
import type { AheadDeps } from '../../../client/ahead-port.ts';
import { queryKey } from '../../../client/ask.ts';
import type { Client } from '../../../client/client.ts';
import { idOfSpan, shownCalendars } from './changes.ts';
import { windowOf, windowRange } from './window.ts';

/** Age at which the spans of somebody else's calendar are fetched anew, in milliseconds; the person's own are in every round. */
const SPANS_AGE_MS = 30 * 60_000;
/** Calendars beside the person's own, and appointments of that, which are on the device. */
const MAX_OTHERS = 20;
const MAX_DETAILS = 200;

const paramsOf = (calendarId: number, now: number) =>
  windowRange(calendarId, windowOf(new Date(now).toISOString().slice(0, 10)));

/** Has the spans of somebody else's calendar on the device, where they are not there or are too old. */
async function fetchSpans(client: Client, calendarId: number, { now }: AheadDeps): Promise<void> {
  const params = paramsOf(calendarId, now());
  const kept = await client.ask.keeping(appointmentQueries.range, params).load();
  if (kept === undefined || now() - kept.at >= SPANS_AGE_MS) await client.ask.run(appointmentQueries.range, params);
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
  const { rows } = await client.ask.run(appointmentQueries.range, paramsOf(ownId, deps.now()));
  const own = rows.map(readSpan);
  for (const calendarId of others.slice(0, MAX_OTHERS)) {
    await deps.idle();
    if (!deps.goesOn()) return;
    await fetchSpans(client, calendarId, deps);
  }
  for (const aggregateId of await missingDetails(client, own, deps.now())) {
    await deps.idle();
    if (!deps.goesOn()) return;
    // What was taken away meanwhile is not there to be kept.
    await client.ask.run(appointmentQueries.details, { aggregateId }).catch(() => undefined);
  }
}
