import { activityEvents } from '@kontor/contract/activity';
import { formatAggregateId, itemKey } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { viewersOf } from '../../activity/index.ts';

/** Tells whoever has a mail open that its details say something else; lists do not show it. */
export async function announceItem(ctx: ChangeContext, mailId: number): Promise<void> {
  const item = { module: 'email', entryId: mailId } as const;
  for (const userId of await viewersOf(ctx, [mailId]))
    ctx.emit(
      activityEvents.activityChanged,
      { users: [userId] },
      {
        keys: [itemKey(item)],
        processIds: [...ctx.processIds],
        aggregateIds: [formatAggregateId({ ...item, userId })],
      },
    );
}
