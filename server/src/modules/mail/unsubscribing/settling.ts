import type { ChangeContext } from '../../../platform/operation/context.ts';
import { announceItem } from '../reading/announce-item.ts';
import { setUnsubscribed } from './store.ts';

/** Writes down what became of it, for whoever has the mail open. */
export async function settleUnsubscribed(ctx: ChangeContext, mailId: number, state: 'done' | 'failed'): Promise<void> {
  if (await setUnsubscribed(ctx.db, ctx.instance.id, mailId, state, new Date(ctx.now())))
    await announceItem(ctx, mailId);
}
