import { STATES } from '@kontor/contract/activity';
import type { OnNews } from '../../platform/operation/change.ts';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import type { ItemChange } from '../activity/index.ts';
import { setRung, takeRung, type RungOf } from './store/ringing.ts';

/** Notes to whom something that the person has said is news, and ends what their own devices were pushed of the message. */
export async function ring(
  ctx: CommandContext,
  endNews: OnNews,
  messageId: number,
  userIds: readonly number[],
): Promise<void> {
  const by = ctx.person.id;
  if (await setRung(ctx.db, ctx.instance.id, messageId, { userIds, by }))
    await endNews(ctx, [{ userId: by, module: 'message', entryId: messageId }]);
}

/** Ends what devices were pushed of messages that people have read since, or are done with. */
export async function endRinging(ctx: ChangeContext, endNews: OnNews, ended: readonly RungOf[]): Promise<void> {
  if (ended.length === 0) return;
  const rung = await takeRung(ctx.db, ctx.instance.id, ended);
  const items = rung.map(({ userId, messageId: entryId }) => ({ userId, module: 'message' as const, entryId }));
  if (items.length > 0) await endNews(ctx, items);
}

/** Which of these changes leave a message that is new to somebody no more. */
export const endedBy = (changes: readonly ItemChange[]): readonly RungOf[] =>
  changes
    .filter(({ status, archived, trashed, spam }) => status !== STATES.unseen || archived || trashed || spam)
    .map(({ activityId: messageId, userId }) => ({ messageId, userId }));
