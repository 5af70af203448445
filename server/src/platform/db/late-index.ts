import type pg from 'pg';
import type { Platform } from '../operation/context.ts';
import type { Service } from '../operation/manifest.ts';

/** An index that a database with much in it gets while people work in it: a migration would have them wait. */
export interface LateIndex {
  readonly name: string;
  /** What it is on, in SQL: `activity (instance_id, ts)`. */
  readonly on: string;
}

/** One process builds them at a time. */
const BUILD_LOCK = 7_340_044;
const CANCEL_MS = 200;

/** Whether there is an index of this name: it is `broken` where the server was ended while it was built. */
async function stateOf(client: pg.ClientBase, name: string): Promise<'missing' | 'broken' | 'whole'> {
  const { rows } = await client.query<{ is_whole: boolean }>(
    'select indisvalid as is_whole from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  const [row] = rows;
  return row === undefined ? 'missing' : row.is_whole ? 'whole' : 'broken';
}

/** Builds those that are not there, on one connection of the owner; nothing where another process does. Nobody who reads or writes waits for it. */
export async function buildIndexes(
  client: pg.ClientBase,
  indexes: readonly LateIndex[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [BUILD_LOCK]);
  if (rows[0]?.is_mine !== true) return [];
  const built: string[] = [];
  try {
    for (const { name, on } of indexes) {
      signal?.throwIfAborted();
      const state = await stateOf(client, name);
      if (state === 'whole') continue;
      if (state === 'broken') await client.query(`drop index concurrently ${name}`);
      await client.query(`create index concurrently ${name} on ${on}`);
      built.push(name);
    }
    return built;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [BUILD_LOCK]);
  }
}

/** Builds them while the server runs. One that fails is tried again when the server starts the next time. */
export const startBuilding =
  (indexes: readonly LateIndex[]) =>
  async ({ database: { ownerPool }, log }: Platform): Promise<Service> => {
    const client = await ownerPool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const stop = new AbortController();
    const building = buildIndexes(client, indexes, stop.signal)
      .then((built) => built.length > 0 && log.info({ indexes: built }, 'indexes were built'))
      .catch((error: unknown) => stop.signal.aborted || log.warn({ err: error }, 'an index was not built'))
      .finally(() => client.release(stop.signal.aborted));
    return {
      async close() {
        stop.abort();
        const cancel = (): void =>
          void ownerPool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
        // More than once: what is cancelled may not have begun.
        const timer = setInterval(cancel, CANCEL_MS);
        await building;
        clearInterval(timer);
      },
    };
  };
