import { NOTIFICATION_KEYS } from '@kontor/contract/settings';
import type { OnNews } from '../../../platform/operation/change.ts';
import type { NewsItem } from '../../../platform/operation/context.ts';
import type { PushOutMessage } from '../../../platform/operation/push-out.ts';
import { isBundled, isWanted } from './rules.ts';
import { COUNT_MESSAGE, enqueuePush } from './sending.ts';
import { reachedAmong, settingsAmong } from './store.ts';

const messageOf = ({ module, entryId }: NewsItem): PushOutMessage => ({
  kind: 'item',
  module,
  entryId,
  tag: `item:${module}:${entryId}`,
});

/**
 * Pushes what a transaction made new to people, as far as each wants to hear of the kind: one job a person, and one query where nobody has
 * a device.
 */
export const pushNews: OnNews = async (ctx, items) => {
  const byPerson = Map.groupBy(items, ({ userId }) => userId);
  const reached = [...(await reachedAmong(ctx.db, ctx.instance.id, [...byPerson.keys()], new Date(ctx.now())))];
  if (reached.length === 0) return;
  const chosen = await settingsAmong(ctx.db, ctx.instance.id, reached, NOTIFICATION_KEYS);
  for (const userId of reached) {
    const wanted = (byPerson.get(userId) ?? []).filter(({ module }) => isWanted(module, chosen.get(userId)));
    const messages = [...new Map(wanted.map((item) => [item.entryId, messageOf(item)])).values()];
    if (messages.length > 0) await enqueuePush(ctx, userId, isBundled(messages.length) ? [COUNT_MESSAGE] : messages);
  }
};
