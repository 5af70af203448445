import { DIRECTIONS, type Direction, type Status } from '@kontor/contract/activity';
import { sql } from 'kysely';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { bump, viewerColumns, withToldShares, type ViewerRow } from './states.ts';
import '../tables.ts';

/** How an item is to stand with somebody since something came in it. */
export interface Lift {
  readonly userId: number;
  /** Left out: as it does. */
  readonly status?: Status;
  /** Left out: as it was. */
  readonly direction?: Direction;
  /** It comes out of the archive and the trash, and is not put off any more; `by`: name of who brought it about. */
  readonly comesBack?: { readonly by: string };
  /** They see it come, so that it is no news to them. */
  readonly isWatched?: boolean;
}

/** Puts an item on top of people's lists, and counts its version up. Returns how it stands with those of them who see it. */
export async function liftRows(
  ctx: ChangeContext,
  activityId: number,
  lifts: readonly Lift[],
  at: Date,
): Promise<readonly ViewerRow[]> {
  const comes = sql`(l.by is not null)`;
  const wakes = sql`(l.by is not null and t.snoozed_until is not null)`;
  const { rows } = await sql<ViewerRow>`
    with bumped as (${bump(ctx, [activityId])}), v as (update activity_user t set ts = ${at}, status = coalesce(l.status, t.status), direction = coalesce(l.direction, t.direction),
      archived = t.archived and not ${comes}, trashed = t.trashed and not ${comes}, spam = t.spam and not ${comes},
      trashed_at = case when not ${comes} then t.trashed_at end,
      woken_at = case when ${wakes} then ${at}::timestamptz else t.woken_at end, woken_by = case when ${wakes} then l.by else t.woken_by end,
      snoozed_until = case when not ${comes} then t.snoozed_until end, snoozed_for = case when not ${comes} then t.snoozed_for end,
      snoozed_at = case when not ${comes} then t.snoozed_at end, snoozed_after = case when not ${comes} then t.snoozed_after end
    from unnest(${lifts.map(({ userId }) => userId)}::int[], ${lifts.map(({ status }) => status ?? null)}::smallint[],
      ${lifts.map(({ comesBack }) => comesBack?.by ?? null)}::text[],
      ${lifts.map(({ direction }) => (direction === undefined ? null : DIRECTIONS.indexOf(direction)))}::smallint[]) as l (user_id, status, by, direction)
    where t.instance_id = ${ctx.instance.id} and t.activity_id = ${activityId} and t.user_id = l.user_id
    returning t.*)
    select ${viewerColumns} from bumped join v on v.activity_id = bumped.activity_id`.execute(ctx.db);
  return withToldShares(ctx, rows);
}
