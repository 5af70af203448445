import { STATES } from '@kontor/contract/activity';
import { kindNameOf } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { tellViewers } from './changes.ts';
import { noteNews } from './news.ts';
import { liftRows, type Lift } from './store/lifting.ts';
import { countVersionsUp } from './store/states.ts';

export type { Lift } from './store/lifting.ts';

/**
 * Puts an item on top of the lists of some people, because something came in it that concerns these alone; others who see it are not told. What is
 * New by that is news. The item must have been taken for this transaction.
 */
export async function liftItem(ctx: ChangeContext, activityId: number, lifts: readonly Lift[]): Promise<void> {
  if (lifts.length === 0) return;
  const rows = await liftRows(ctx, activityId, lifts, new Date(ctx.now()));
  tellViewers(ctx, rows, true);
  const renewed = new Set(
    lifts.flatMap(({ userId, status, isWatched }) => (status === STATES.unseen && isWatched !== true ? userId : [])),
  );
  noteNews(
    ctx,
    rows
      .filter((row) => renewed.has(row.user_id))
      .map((row) => ({
        userId: row.user_id,
        module: kindNameOf(row.module),
        entryId: row.activity_id,
        status: row.status,
        isAside: row.trashed || row.archived || row.snoozed_until !== null,
      })),
  );
}

/** Tells some of those who see an item that it is another for them than it was; others are not told. The item must have been taken for this transaction. */
export async function announceTo(ctx: ChangeContext, activityId: number, userIds: readonly number[]): Promise<void> {
  tellViewers(ctx, await countVersionsUp(ctx, [activityId], userIds));
}
