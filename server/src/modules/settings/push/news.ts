import { NOTIFICATION_KEYS } from '@kontor/contract/settings';
import type { AskedAhead, OnNews, ReachedByNews } from '../../../platform/operation/change.ts';
import type { ChangeContext, NewsItem } from '../../../platform/operation/context.ts';
import type { PushOutMessage } from '../../../platform/operation/push-out.ts';
import { isBundled, isWanted } from './rules.ts';
import { COUNT_MESSAGE, enqueuePush } from './sending.ts';
import { reachedAmong, settingsAmong } from './store.ts';

const messageOf =
  (kind: 'item' | 'silence') =>
  ({ module, entryId }: NewsItem): PushOutMessage => ({ kind, module, entryId, tag: `item:${module}:${entryId}` });

/** Those of some people who have a device. */
export const reachedByNews: ReachedByNews = (ctx, userIds) =>
  reachedAmong(ctx.db, ctx.instance.id, userIds, new Date(ctx.now()));

/** The same, from what was asked before where that was about all of them. */
async function reachedOf(
  ctx: ChangeContext,
  userIds: readonly number[],
  ahead: AskedAhead | undefined,
): Promise<readonly number[]> {
  const isAsked = ahead !== undefined && userIds.every((id) => ahead.userIds.has(id));
  const reached = await (isAsked ? ahead.reached : reachedByNews(ctx, userIds));
  return userIds.filter((id) => reached.has(id));
}

/** Items by who has a device and wants to hear of their kind, each once: one query where nobody has a device. */
async function wantedBy(
  ctx: ChangeContext,
  items: readonly NewsItem[],
  ahead?: AskedAhead,
): Promise<ReadonlyMap<number, readonly NewsItem[]>> {
  const wanted = new Map<number, readonly NewsItem[]>();
  const byPerson = Map.groupBy(items, ({ userId }) => userId);
  const reached = await reachedOf(ctx, [...byPerson.keys()], ahead);
  if (reached.length === 0) return wanted;
  const chosen = await settingsAmong(ctx.db, ctx.instance.id, reached, [...NOTIFICATION_KEYS, 'phonePush']);
  for (const userId of reached) {
    const own = (byPerson.get(userId) ?? []).filter(({ module }) => isWanted(module, chosen.get(userId)));
    if (own.length > 0) wanted.set(userId, [...new Map(own.map((item) => [item.entryId, item])).values()]);
  }
  return wanted;
}

/** Pushes what a transaction made new to people, as far as each wants to hear of the kind: one job a person. */
export const pushNews: OnNews = async (ctx, items, ahead) => {
  for (const [userId, own] of await wantedBy(ctx, items, ahead))
    await enqueuePush(ctx, userId, isBundled(own.length) ? [COUNT_MESSAGE] : own.map(messageOf('item')));
};

/** Takes items that were pushed, and are new to people no more, from the screens of their devices. */
export const endNews: OnNews = async (ctx, items) => {
  if (items.length === 0) return;
  for (const [userId, own] of await wantedBy(ctx, items)) await enqueuePush(ctx, userId, own.map(messageOf('silence')));
};
