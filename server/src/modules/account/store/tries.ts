import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/**
 * Adds a try to those of a key, unless there are `most` since `since` already: then answers when the one was that has to be forgotten
 * first. The row's lock makes one of all that come at once.
 */
export async function takeTry(
  db: Db,
  instanceId: number,
  { key, at, since, most }: { readonly key: string; readonly at: Date; readonly since: Date; readonly most: number },
): Promise<Date | undefined> {
  const { rows } = await sql`
    insert into sign_in_try as t (instance_id, key, at, last_at) values (${instanceId}, ${key}, array[${at}::timestamptz], ${at})
    on conflict (instance_id, key) do update set last_at = ${at},
      told_at = case when exists (select from unnest(t.at) old where old > ${since}) then t.told_at end,
      at = array(select old from unnest(t.at) old where old > ${since} order by old) || ${at}::timestamptz
    where (select count(*) from unnest(t.at) old where old > ${since}) < ${most}
    returning 1`.execute(db);
  if (rows.length > 0) return undefined;
  const full = await sql<{ old: Date }>`
    select old from sign_in_try, unnest(at) old where instance_id = ${instanceId} and key = ${key} and old > ${since}
    order by old desc offset ${most - 1} limit 1`.execute(db);
  return full.rows[0]?.old ?? at;
}

/** Notes that somebody is told that no more tries of a key are admitted. False where some are, or somebody was told before. */
export async function markNotified(
  db: Db,
  instanceId: number,
  { key, at, since, most }: { readonly key: string; readonly at: Date; readonly since: Date; readonly most: number },
): Promise<boolean> {
  const { rows } = await sql`
    update sign_in_try t set told_at = ${at} where instance_id = ${instanceId} and key = ${key} and told_at is null
      and (select count(*) from unnest(t.at) old where old > ${since}) >= ${most} returning 1`.execute(db);
  return rows.length > 0;
}

/** Takes one try back. */
export async function forgetTry(db: Db, instanceId: number, key: string, at: Date): Promise<void> {
  await sql`update sign_in_try t set at = (
      select coalesce(array_agg(old order by n), '{}') from unnest(t.at) with ordinality as tries (old, n)
      where n <> array_position(t.at, ${at}::timestamptz))
    where instance_id = ${instanceId} and key = ${key} and ${at}::timestamptz = any(t.at)`.execute(db);
}

/** Begins a count anew. */
export async function forgetTries(db: Db, instanceId: number, key: string): Promise<void> {
  await sql`delete from sign_in_try where instance_id = ${instanceId} and key = ${key}`.execute(db);
}
