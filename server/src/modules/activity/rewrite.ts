import { moduleNumber, type ModuleName } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { announceChanges, lockItems } from './changes.ts';
import type { NewItem } from './items.ts';
import type { Leaves } from './leaf.ts';
import { putSearch } from './search.ts';

/** What an item says, without where it lies and how it stands with anybody. */
export type ItemContent = Pick<NewItem, 'ts' | 'contact' | 'information' | 'extras' | 'search'>;

/**
 * Puts other content into an item, because more is known of it than when it came. Its id, its place, its people and their states
 * stay; fields of the stored extras that the new ones do not name stay too. Everybody who sees it hears of it.
 */
export async function rewriteItem(
  ctx: ChangeContext,
  module: ModuleName,
  activityId: number,
  content: ItemContent,
): Promise<void> {
  const { ts, contact, information, extras, search } = content;
  await lockItems(ctx, [activityId]);
  await sql`update activity set ts = ${ts}, contact = ${contact}, information = ${information},
    extras = extras || ${JSON.stringify(extras)}::jsonb
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(ctx.db);
  const { rows } = await sql<{ activity_id: number; user_id: number }>`
    update activity_user set ts = ${ts} where instance_id = ${ctx.instance.id} and activity_id = ${activityId}
    returning activity_id, user_id`.execute(ctx.db);
  await putSearch(ctx, {
    activityId,
    ts,
    module: moduleNumber(module),
    viewerIds: [...new Set(rows.map((row) => row.user_id))],
    search,
  });
  const nobody: Leaves = new Map();
  await announceChanges(ctx, nobody, rows);
}
