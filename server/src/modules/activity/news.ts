import type { Status } from '@kontor/contract/activity';
import type { ChangeContext, InstanceContext, NewsItem } from '../../platform/operation/context.ts';
import { isNews } from './rules.ts';
import { countUnfinished } from './store/counts.ts';

/** How an item that came to somebody stands with them. */
export interface Arrival extends NewsItem {
  readonly status: Status;
  /** In the trash, the archive, or put off. */
  readonly isAside: boolean;
}

/** Says what is new to people, but for what they did themselves. */
export function noteNews(ctx: ChangeContext, arrivals: readonly Arrival[]): void {
  const news = arrivals.filter((arrival) => isNews(arrival, ctx.person?.id));
  if (news.length > 0) ctx.news(news.map(({ userId, module, entryId }) => ({ userId, module, entryId })));
}

/** Whether an item is still new to somebody. */
export async function isStillNews({ db, instance }: InstanceContext, { userId, entryId }: NewsItem): Promise<boolean> {
  const row = await db
    .selectFrom('activity_user')
    .select(['status', 'trashed', 'archived', 'snoozed_until'])
    .where('instance_id', '=', instance.id)
    .where('user_id', '=', userId)
    .where('activity_id', '=', entryId)
    .executeTakeFirst();
  return row !== undefined && row.status === 1 && !row.trashed && !row.archived && row.snoozed_until === null;
}

const UNFINISHED: readonly Status[] = [1, 2];

/** How many items somebody has not finished. */
export async function unfinishedOf({ db, instance }: InstanceContext, userId: number): Promise<number> {
  const counts = await countUnfinished(db, instance.id, userId, UNFINISHED);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
