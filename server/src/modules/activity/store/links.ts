import { kindNumber, type ItemKindName } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { SeenBy } from './states.ts';
import '../tables.ts';

/** Sets how many records items are linked with. Returns those of some kinds that got their first one, and those that lost their last. */
export async function updateLinkCounts(
  ctx: ChangeContext,
  counts: ReadonlyMap<number, number>,
  modules: readonly ItemKindName[],
): Promise<{ readonly first: readonly number[]; readonly last: readonly number[] }> {
  const { rows } = await sql<{ activity_id: number; before: number; count: number }>`
    update activity a set ido_count = g.count
    from unnest(${[...counts.keys()]}::bigint[], ${[...counts.values()]}::int[]) as g (activity_id, count)
    join activity o on o.instance_id = ${ctx.instance.id} and o.activity_id = g.activity_id
    where a.instance_id = ${ctx.instance.id} and a.activity_id = g.activity_id and (a.ido_count = 0) <> (g.count = 0)
      and a.module = any(${modules.map(kindNumber)}::smallint[])
    returning a.activity_id, o.ido_count as before, g.count`.execute(ctx.db);
  await sql`update activity a set ido_count = g.count
    from unnest(${[...counts.keys()]}::bigint[], ${[...counts.values()]}::int[]) as g (activity_id, count)
    where a.instance_id = ${ctx.instance.id} and a.activity_id = g.activity_id and a.ido_count <> g.count`.execute(
    ctx.db,
  );
  return {
    first: rows.filter((row) => row.before === 0).map((row) => row.activity_id),
    last: rows.filter((row) => row.count === 0).map((row) => row.activity_id),
  };
}

/** Archives items for everybody who sees them, or fetches them back; what is in somebody's trash stays there. Returns what was altered. */
export async function archiveForAll(
  ctx: ChangeContext,
  activityIds: readonly number[],
  archived: boolean,
): Promise<readonly SeenBy[]> {
  if (activityIds.length === 0) return [];
  const { rows } = await sql<SeenBy>`
    update activity_user set archived = ${archived} where instance_id = ${ctx.instance.id}
      and activity_id = any(${[...activityIds]}::bigint[]) and archived <> ${archived} and not trashed
    returning activity_id, user_id`.execute(ctx.db);
  return rows;
}
