import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Stored } from './stored.ts';

/** Whether any row of an instance names a blob. */
export type BlobUse = (db: Db, instanceId: number, hash: string) => Promise<boolean>;

/** Looks in every column in which some module keeps hashes: equal bytes are one blob, whoever put them. */
export const usedIn =
  (stored: readonly Stored[]): BlobUse =>
  async (db, instanceId, hash) => {
    for (const { table, column } of stored.flatMap(({ blobs }) => blobs)) {
      const { rows } = await sql`select from ${sql.table(table)}
        where instance_id = ${instanceId} and ${sql.ref(column)} = ${hash} limit 1`.execute(db);
      if (rows.length > 0) return true;
    }
    return false;
  };

/** Which of these blobs rows of an instance name. */
export type BlobsUsed = (db: Db, instanceId: number, hashes: readonly string[]) => Promise<ReadonlySet<string>>;

/** The same of many at once: a column in which they are looked up may have no index. */
export const usedAmong =
  (stored: readonly Stored[]): BlobsUsed =>
  async (db, instanceId, hashes) => {
    const used = new Set<string>();
    if (hashes.length === 0) return used;
    for (const { table, column } of stored.flatMap(({ blobs }) => blobs)) {
      const { rows } = await sql<{ hash: string }>`select distinct ${sql.ref(column)} as hash from ${sql.table(table)}
        where instance_id = ${instanceId} and ${sql.ref(column)} = any(${[...hashes]}::text[])`.execute(db);
      for (const { hash } of rows) used.add(hash);
    }
    return used;
  };
