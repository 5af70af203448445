import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

export interface MergeRow {
  readonly merge_id: number;
  readonly primary_id: number;
  readonly replaced_ids: readonly number[];
  readonly by_user: number;
  readonly at: Date;
}

/** Has one entry stand for others from now on, all of which are held. Returns the number of the merge. */
export async function insertMerge(
  db: Db,
  instanceId: number,
  {
    primary,
    replaced,
    userId,
    at,
  }: { readonly primary: number; readonly replaced: readonly number[]; readonly userId: number; readonly at: Date },
): Promise<number> {
  await sql`update phone_name set replaced_by = ${primary} where instance_id = ${instanceId} and name_id = any(${[...replaced]}::bigint[])`.execute(
    db,
  );
  await sql`update phone_name p set link_count = p.link_count + r.links, last_call_at = greatest(p.last_call_at, r.last)
    from (select sum(link_count)::int as links, max(last_call_at) as last from phone_name
      where instance_id = ${instanceId} and name_id = any(${[...replaced]}::bigint[])) r
    where p.instance_id = ${instanceId} and p.name_id = ${primary}`.execute(db);
  const { merge_id } = await db
    .insertInto('phone_merge')
    .values({ instance_id: instanceId, primary_id: primary, replaced_ids: [...replaced], by_user: userId, at })
    .returning('merge_id')
    .executeTakeFirstOrThrow();
  return merge_id;
}

/** Remembers of entries that they are not the same. */
export async function insertIgnored(
  db: Db,
  instanceId: number,
  pairs: readonly (readonly [number, number])[],
): Promise<void> {
  if (pairs.length === 0) return;
  await sql`insert into phone_ignored (instance_id, a, b)
    select ${instanceId}, least(p.a, p.b), greatest(p.a, p.b) from unnest(${pairs.map(([a]) => a)}::bigint[], ${pairs.map(([, b]) => b)}::bigint[]) as p (a, b)
    on conflict do nothing`.execute(db);
}

/** A merge that was not undone, for this transaction to undo; undefined where there is none. */
export async function takeMerge(
  db: Db,
  instanceId: number,
  mergeId: number,
): Promise<(MergeRow & { readonly undone_at: Date | null }) | undefined> {
  const { rows } = await sql<
    MergeRow & { undone_at: Date | null }
  >`select merge_id, primary_id, replaced_ids, by_user, at, undone_at from phone_merge
    where instance_id = ${instanceId} and merge_id = ${mergeId} for update`.execute(db);
  return rows[0];
}

/** Merges since a moment that can be undone, the newest first: of entries that stand for themselves, and for others. */
export async function readMerges(
  db: Db,
  instanceId: number,
  since: Date,
  most: number,
): Promise<readonly (MergeRow & { readonly name: string; readonly replaced: readonly string[] })[]> {
  const { rows } = await sql<
    MergeRow & { name: string; replaced: string[] }
  >`select m.merge_id, m.primary_id, m.replaced_ids, m.by_user, m.at, p.name,
      array(select r.name from phone_name r where r.instance_id = m.instance_id and r.name_id = any(m.replaced_ids) and r.replaced_by = m.primary_id
        order by r.name_id) as replaced
    from phone_merge m join phone_name p on p.instance_id = m.instance_id and p.name_id = m.primary_id and p.replaced_by is null
    where m.instance_id = ${instanceId} and m.undone_at is null and m.at >= ${since} order by m.at desc, m.merge_id desc limit ${atMost(most)}`.execute(
    db,
  );
  return rows;
}

/**
 * Parts what a merge has brought together. An entry whose number and name were written anew meanwhile stays merged: the newer one stands for it. Returns
 * the codes of those that stand for themselves again.
 */
export async function partMerge(
  db: Db,
  instanceId: number,
  { merge_id: mergeId, primary_id: primary, replaced_ids: replaced }: MergeRow,
  at: Date,
): Promise<readonly { readonly name_id: number; readonly code: string; readonly number: number | null }[]> {
  const { rows } = await sql<{
    name_id: number;
    code: string;
    number: number | null;
    link_count: number;
  }>`update phone_name p set replaced_by = null
    where p.instance_id = ${instanceId} and p.name_id = any(${[...replaced]}::bigint[]) and p.replaced_by = ${primary}
      and not exists (select from phone_name n where n.instance_id = p.instance_id and n.digits = p.digits and n.name_key = p.name_key and n.replaced_by is null)
    returning p.name_id, p.code, p.number, p.link_count`.execute(db);
  const links = rows.reduce((sum, row) => sum + row.link_count, 0);
  await sql`update phone_name set link_count = greatest(0, link_count - ${links}::int) where instance_id = ${instanceId} and name_id = ${primary}`.execute(
    db,
  );
  await sql`update phone_merge set undone_at = ${at} where instance_id = ${instanceId} and merge_id = ${mergeId}`.execute(
    db,
  );
  return rows;
}
