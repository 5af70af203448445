import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './database.ts';

const LOOK_MS = 50;

/**
 * Waits until every transaction has ended that had written something, or locked a row, when this was called; at most for so many milliseconds.
 * Returns whether they have. Nobody waits for the caller meanwhile: a lock on a row is had only when nobody shares it, and among many who
 * do that may be never. `db` must be outside of a transaction.
 */
export async function writersEnded(db: Db, maxMs: number): Promise<boolean> {
  const { rows: begun } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db);
  for (const end = Date.now() + maxMs; ; await sleep(LOOK_MS)) {
    const { rows } = await sql<{ ended: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${begun[0]?.id}::xid8 as ended`.execute(db);
    if (rows[0]?.ended === true) return true;
    if (Date.now() >= end) return false;
  }
}
