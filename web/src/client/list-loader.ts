import type { QueryDefinition, Schema } from '@kontor/contract/kernel';
import { LIST_SORT, type EntryRow } from '@kontor/contract/activity';
import * as v from 'valibot';
import type { Client } from './client.ts';
import { MAX_ROWS, takePage, takeTop, type AskRows, type ListAnswer } from './core/list-load.ts';
import { EntriesInRowsSchema } from './entry-rows.ts';
import { Failure } from './failure.ts';
import { listQueryKey } from './list-key.ts';
import { newestFirst } from './core/list-store.ts';
import { rowKey } from './core/entity-store.ts';

/** A list as it is asked for and kept. */
export interface ListSource<P extends Schema = Schema, R extends Schema = Schema> {
  readonly id: string;
  readonly definition: QueryDefinition<string, P, R>;
  readonly params: v.InferInput<P>;
  /** See `ListShape`. */
  readonly keep: (row: EntryRow) => boolean;
  /** Absent: newest first. A list that is sorted otherwise is another list: its `id` says so. */
  readonly sorted?: {
    readonly by: ListSort;
    readonly compare: (a: EntryRow, b: EntryRow) => number;
  };
}

export interface ListSort {
  readonly property: string;
  readonly direction: 'ASC' | 'DESC';
}

/** The part of the client that lists are loaded with. */
export type ListClient = Pick<Client, 'store' | 'lists' | 'ask' | 'staleLists'> & {
  readonly transport: Pick<Client['transport'], 'query'>;
  readonly cache?: Client['cache'];
  readonly matches?: Client['matches'];
};

type Rows = ListAnswer & { readonly keys: readonly string[] };

const asking =
  <P extends Schema, R extends Schema>(
    client: ListClient,
    source: ListSource<P, R>,
    signal?: AbortSignal,
  ): AskRows<Rows> =>
  async (page, limit) => {
    const envelope = await client.transport.query(source.definition, source.params, {
      page,
      limit,
      sort: source.sorted === undefined ? LIST_SORT : [source.sorted.by],
      rows: EntriesInRowsSchema,
      ...(signal === undefined ? {} : { signal }),
    });
    const rows = envelope.results as unknown as EntryRow[];
    const entryIds = rows.map((row) => row.entryId);
    client.matches?.put(source.id, entryIds, envelope.matches ?? []);
    return { rows, total: envelope.totalCount, keys: envelope.keys };
  };

/** Makes a list known, before anything of it is loaded. */
export const openList = (client: Pick<ListClient, 'lists'>, source: Pick<ListSource, 'id' | 'keep' | 'sorted'>): void =>
  client.lists.open({ id: source.id, keep: source.keep, compare: source.sorted?.compare ?? newestFirst });

/** Loads the beginning of a list, as far as it was loaded before. */
export async function loadTop<P extends Schema, R extends Schema>(
  client: ListClient,
  source: ListSource<P, R>,
  signal?: AbortSignal,
): Promise<number> {
  openList(client, source);
  const begun = client.ask.begin();
  const { keys, total } = await takeTop(client, source.id, asking(client, source, signal)).catch((error: unknown) => {
    // Whoever may not see the list any more is not shown what was in it.
    if (error instanceof Failure && error.code === 'RIGHT_MISSING') client.lists.putTop(source.id, [], 0, 1);
    throw error;
  });
  const more = source.definition.refreshOn(v.parse(source.definition.params, source.params));
  client.ask.note(listQueryKey(source), keys, more, begun);
  client.cache?.get()?.answered(source.id);
  return total;
}

/** Shows a list as an earlier page has left it, unless the server was faster. */
export async function restoreList(
  client: ListClient,
  source: ListSource,
): Promise<{ readonly data: number; readonly at: number } | undefined> {
  const kept = await client.cache?.get()?.list(source.id);
  if (kept === undefined || client.lists.snapshot(source.id).loaded) return undefined;
  openList(client, source);
  client.store.tx(() => {
    // As old as anything can be: whatever has been heard since is newer.
    client.store.put(kept.rows, 0);
    const limit = kept.complete ? kept.rows.length + 1 : kept.rows.length;
    client.lists.putTop(source.id, kept.rows.map(rowKey), kept.total, limit);
  });
  return { data: kept.total, at: kept.at };
}

/** Goes on with what was fetched ahead, where the server cannot be reached. */
export async function furtherKept(client: ListClient, source: ListSource): Promise<void> {
  const kept = await client.cache?.get()?.far(source.id);
  if (kept === undefined) return;
  client.store.tx(() => {
    client.store.put(kept.rows, 0);
    client.lists.extend(source.id, kept.rows.map(rowKey));
  });
}

/** Loads one more page of a list. */
export async function loadMore<P extends Schema, R extends Schema>(
  client: ListClient,
  source: ListSource<P, R>,
): Promise<void> {
  await takePage(client, source.id, asking(client, source));
}

/** Loads all that is missing of a list, in large pages. Rejects with a `Failure`, with `aborted` where it was called off. */
export async function loadRest<P extends Schema, R extends Schema>(
  client: ListClient,
  source: ListSource<P, R>,
  signal: AbortSignal,
): Promise<void> {
  const ask = asking(client, source, signal);
  while (!client.lists.snapshot(source.id).complete) {
    if (signal.aborted) throw new Failure('aborted', 'called off');
    await takePage(client, source.id, ask, MAX_ROWS);
  }
}
