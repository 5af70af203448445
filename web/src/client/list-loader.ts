import { PAGE_SIZE, type QueryDefinition, type Schema } from '@kontor/contract/kernel';
import { LIST_SORT, type EntryRow } from '@kontor/contract/activity';
import * as v from 'valibot';
import type { Client } from './client.ts';
import { rowKey } from './entity-store.ts';
import { EntriesInRowsSchema } from './entry-rows.ts';
import { listQueryKey } from './list-key.ts';
import { newestFirst } from './list-store.ts';

/** A list as it is asked for and kept. */
export interface ListSource<P extends Schema = Schema, R extends Schema = Schema> {
  readonly id: string;
  readonly definition: QueryDefinition<string, P, R>;
  readonly params: v.InferInput<P>;
  /** See `ListShape`. */
  readonly keep: (row: EntryRow) => boolean;
}

/** Rows that one answer holds at most. */
const MOST_ROWS = PAGE_SIZE * 10;

/** The part of the client that lists are loaded with. */
export type ListClient = Pick<Client, 'store' | 'lists' | 'ask' | 'doubts'> & {
  readonly transport: Pick<Client['transport'], 'query'>;
};

async function load<P extends Schema, R extends Schema>(
  client: ListClient,
  source: ListSource<P, R>,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<{ rows: readonly EntryRow[]; total: number; keys: readonly string[]; sentAt: number; sure: boolean }> {
  const sentAt = client.store.tick();
  const mark = client.doubts.mark();
  const envelope = await client.transport.query(source.definition, source.params, {
    page,
    limit,
    sort: LIST_SORT,
    rows: EntriesInRowsSchema,
    ...(signal === undefined ? {} : { signal }),
  });
  return {
    rows: envelope.results as unknown as EntryRow[],
    total: envelope.totalCount,
    keys: envelope.keys,
    sentAt,
    sure: !client.doubts.judge(source.id, mark),
  };
}

/** Makes a list known, before anything of it is loaded. */
export const openList = (client: Pick<ListClient, 'lists'>, source: Pick<ListSource, 'id' | 'keep'>): void =>
  client.lists.open({ id: source.id, keep: source.keep, compare: newestFirst });

/** Loads the beginning of a list, as far as it was loaded before. */
export async function loadTop<P extends Schema, R extends Schema>(
  client: ListClient,
  source: ListSource<P, R>,
  signal?: AbortSignal,
): Promise<number> {
  const { ask, lists, store } = client;
  openList(client, source);
  const limit = lists.reloadLimit(source.id, MOST_ROWS);
  const { rows, total, keys, sentAt, sure } = await load(client, source, 1, limit, signal);
  store.tx(() => {
    store.put(rows, sentAt);
    lists.putTop(source.id, rows.map(rowKey), total, limit, sure);
  });
  ask.note(listQueryKey(source), keys, source.definition.refreshOn(v.parse(source.definition.params, source.params)));
  return total;
}

/** Loads one more page of a list. */
export async function loadMore<P extends Schema, R extends Schema>(
  client: ListClient,
  source: ListSource<P, R>,
): Promise<void> {
  const { doubts, lists, store } = client;
  const page = lists.nextPage(source.id);
  const { rows, total, sentAt, sure } = await load(client, source, page, PAGE_SIZE);
  store.tx(() => {
    store.put(rows, sentAt);
    // Something has come or gone between two pages.
    if (!lists.putPage(source.id, page, rows.map(rowKey), total) && sure) doubts.raise(source.id);
  });
}
