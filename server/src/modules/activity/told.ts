import type { ChangeContext } from '../../platform/operation/context.ts';
import { announceViewers } from './changes.ts';
import { putTold, putToldIn } from './store/notes.ts';

const announce = async (ctx: ChangeContext, activityIds: readonly number[]): Promise<void> => {
  if (activityIds.length > 0) await announceViewers(ctx, activityIds);
};

/** After others are told of what is said about items: they are found by that, or no longer, and who searches for it is told. */
export const followTold = async (ctx: ChangeContext, activityIds: readonly number[]): Promise<void> =>
  announce(ctx, await putTold(ctx, activityIds));

/** The same after people have left a box. */
export const followLeft = async (ctx: ChangeContext, boxId: number, leftIds: readonly number[]): Promise<void> =>
  announce(ctx, await putToldIn(ctx, boxId, leftIds));
