import { LIST_SORT, type EntryRow } from '@kontor/contract/activity';
import { PAGE_SIZE, itemKey, parseAggregateId, type ItemKindName } from '@kontor/contract/kernel';
import type { Ahead, AheadDeps, AheadDetails } from '../ahead-port.ts';
import type { Client } from '../client.ts';
import { rowKey } from '../core/entity-store.ts';
import { aggregateIdOf, EntriesInRowsSchema } from '../entry-rows.ts';
import type { ListSource } from '../list-loader.ts';
import { fetchFollowed } from './followed.ts';

const DAY_SECONDS = 86_400;
const DAYS = 30;
const MAX_PAGES = 30;
/** Age at which a list is fetched anew, in milliseconds. What comes in meanwhile is in the lists that are shown. */
const LIST_AGE_MS = 4 * 3_600_000;

type AheadClient = Pick<Client, 'cache' | 'transport' | 'lists' | 'store' | 'user'>;

/**
 * Fetches what is to be read without a network: the lists of the last 30 days, a page at a time, the details in them that are not on
 * this device or are followed, and what modules fetch themselves. Rejects where the server cannot be reached: the next round goes on where this one has ended.
 */
export async function fetchAhead(client: AheadClient, parts: readonly Ahead[], deps: AheadDeps): Promise<void> {
  const items = new Map<ItemKindName, Map<string, EntryRow>>();
  const see = (rows: Iterable<EntryRow>): void => {
    const userId = client.user.get()?.id ?? 0;
    const oldest = deps.now() / 1000 - DAYS * DAY_SECONDS;
    for (const listed of rows) {
      const held = client.store.get(rowKey(listed));
      // A list that was fetched hours ago has not heard what the shown ones have.
      const row = held !== undefined && held.timestamp >= listed.timestamp ? held : listed;
      if (row.timestamp < oldest || row.trashed) continue;
      const known = items.get(row.moduleName) ?? new Map<string, EntryRow>();
      items.set(row.moduleName, known.set(aggregateIdOf(row, userId), row));
    }
  };
  for (const source of parts.flatMap((part) => part.lists)) {
    if (!deps.goesOn()) return;
    see(client.lists.snapshot(source.id).ids.flatMap((key) => client.store.get(key) ?? []));
    see(await fetchList(client, source, deps));
  }
  for (const details of parts.flatMap((part) => part.details ?? []))
    await fetchDetails(client, details, [...(items.get(details.module)?.keys() ?? [])], deps);
  for (const followed of parts.flatMap((part) => part.followed ?? []))
    await fetchFollowed(client, followed, items.get(followed.module) ?? new Map(), deps);
  for (const { fetch } of parts) await fetch?.(deps);
}

async function fetchList(client: AheadClient, source: ListSource, deps: AheadDeps): Promise<readonly EntryRow[]> {
  const known = await client.cache.get()?.far(source.id);
  if (known !== undefined && deps.now() - known.at < LIST_AGE_MS) return known.rows;
  const oldest = deps.now() / 1000 - DAYS * DAY_SECONDS;
  const rows = new Map<string, EntryRow>();
  let [total, complete] = [0, false];
  for (let page = 1; page <= MAX_PAGES && !complete; page += 1) {
    await deps.idle();
    if (!deps.goesOn()) return [...rows.values()];
    const envelope = await client.transport.query(source.definition, source.params, {
      page,
      limit: PAGE_SIZE,
      sort: LIST_SORT,
      rows: EntriesInRowsSchema,
      once: true,
    });
    const answer = envelope.results as readonly EntryRow[];
    for (const row of answer) rows.set(`${row.moduleName}:${row.entryId}`, row);
    total = envelope.totalCount;
    complete = answer.length < PAGE_SIZE;
    if ((answer.at(-1)?.timestamp ?? 0) < oldest) break;
  }
  client.cache.get()?.keepFar(source.id, [...rows.values()], total, complete);
  return [...rows.values()];
}

async function fetchDetails(
  client: AheadClient,
  details: AheadDetails,
  aggregateIds: readonly string[],
  deps: AheadDeps,
): Promise<void> {
  const keyOf = new Map(aggregateIds.map((id) => [details.key(id), id]));
  const missing = (await client.cache.get()?.missing([...keyOf.keys()])) ?? [];
  const wanted = missing.map((key) => keyOf.get(key)).filter((id) => id !== undefined);
  for (let from = 0; from < wanted.length; from += details.atOnce) {
    await deps.idle();
    if (!deps.goesOn()) return;
    const ids = wanted.slice(from, from + details.atOnce);
    const answers = await details.fetch(ids);
    for (const id of ids) {
      const parsed = parseAggregateId(id);
      const key = parsed === undefined ? undefined : itemKey(parsed);
      const answer = key === undefined ? undefined : answers.get(key);
      if (key !== undefined && answer !== undefined)
        client.cache.get()?.keepAnswer(details.key(id), answer, [key], key);
    }
  }
}
