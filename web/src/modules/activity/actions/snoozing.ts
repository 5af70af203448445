import { UNTIL_ANSWERED, snoozeCommands, type EntryRow } from '@kontor/contract/activity';
import type { Client } from '../../../client/client.ts';
import { aggregateIdOf } from '../../../client/entry-rows.ts';
import { rowKey } from '../../../client/core/entity-store.ts';
import type { Acted, SnoozeEnd, Snoozing } from './choices.ts';
import { CHUNK, rowsOf } from './chunks.ts';

/** What `snoozedUntil` of a row is by an end, in seconds. */
const secondsOf = ({ until }: SnoozeEnd): number =>
  until === null ? UNTIL_ANSWERED : Math.floor(Date.parse(until) / 1000);

/** The end that a row was put off to, as far as it says so. */
const endOf = (seconds: number): SnoozeEnd =>
  seconds === UNTIL_ANSWERED
    ? { until: null, untilAnswered: true }
    : { until: new Date(seconds * 1000).toISOString(), untilAnswered: false };

/** Tells the server of rows, in as many commands as that takes; `end` undefined: they come back. */
function enqueue(client: Client, rows: readonly EntryRow[], end: SnoozeEnd | undefined): readonly Promise<string>[] {
  const userId = client.user.get()?.id ?? 0;
  const processIds: Promise<string>[] = [];
  const snoozedUntil = end === undefined ? null : secondsOf(end);
  client.store.tx(() => {
    for (let from = 0; from < rows.length; from += CHUNK) {
      const chunk = rows.slice(from, from + CHUNK);
      const aggregateIds = chunk.map((row) => aggregateIdOf(row, userId));
      const about = { patches: chunk.map((row) => [rowKey(row), { snoozedUntil }] as const) };
      processIds.push(
        end === undefined
          ? client.enqueue(snoozeCommands.wake, { aggregateIds }, about)
          : client.enqueue(snoozeCommands.snooze, { aggregateIds, ...end }, about),
      );
    }
  });
  return processIds;
}

/** Puts items off, by key, until the end, or brings back those that are. */
export function snoozing(client: Client, choice: Snoozing, keys: readonly string[], end: SnoozeEnd | undefined): Acted {
  const isPutOff = choice === 'snooze';
  const before = rowsOf(client, keys).filter((row) => !row.trashed && (isPutOff || row.snoozedUntil !== null));
  return { before, processIds: enqueue(client, before, isPutOff ? end : undefined) };
}

/** Puts rows off again that were, to the end that each had; one whose time has come since stays where it is. */
export function snoozeAgain(client: Client, before: readonly EntryRow[]): void {
  const now = client.env.now() / 1000;
  const wanted = before.filter(
    ({ snoozedUntil }) => snoozedUntil !== null && (snoozedUntil === UNTIL_ANSWERED || snoozedUntil > now),
  );
  for (const [seconds, rows] of Map.groupBy(wanted, (row) => row.snoozedUntil ?? UNTIL_ANSWERED))
    void enqueue(client, rowsOf(client, rows.map(rowKey)), endOf(seconds));
}

/** Gives every item back what it was before it was put off, or brought back. */
export function undoSnoozing(client: Client, before: readonly EntryRow[]): void {
  const none = before.filter((row) => row.snoozedUntil === null);
  void enqueue(client, rowsOf(client, none.map(rowKey)), undefined);
  snoozeAgain(client, before);
}
