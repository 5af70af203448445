import type { Status } from '@kontor/contract/activity';
import type { Change } from '../../platform/operation/change.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { insertBox } from '../account/index.ts';
import { insertItem, type NewItem } from './items.ts';

/** Puts items into people's lists without a module behind them, for tests of the lists. */
export interface ItemSeed extends Partial<NewItem> {
  readonly userIds: readonly number[];
  readonly status?: Status;
  readonly mine?: boolean;
}

/** Inserts an item and answers its id. */
export const seedItem = (change: Change, instance: Instance, seed: ItemSeed): Promise<number> =>
  change(instance, (ctx) =>
    insertItem(ctx, {
      module: 'email',
      ts: new Date(),
      boxId: 0,
      direction: 'incoming',
      contact: 'Paul Neumann',
      information: 'Lieferschein fehlt',
      channel: 'info',
      extras: {},
      viewers: seed.userIds.map((userId) => ({
        userId,
        boxId: seed.boxId ?? 0,
        status: seed.status ?? 1,
        mine: seed.mine ?? false,
      })),
      search: {
        title: seed.information ?? 'Lieferschein fehlt',
        senders: seed.contact ?? 'Paul Neumann',
        receivers: 'info@nordwerk.example',
        body: '',
      },
      ...seed,
    }),
  );

/** A mailbox of some people; `sharedState` as team mailboxes have it. */
export const seedBox = (
  change: Change,
  instance: Instance,
  memberIds: readonly number[],
  sharedState = true,
): Promise<number> =>
  change(instance, (ctx) => insertBox(ctx.db, instance.id, { module: 'email', name: 'info', sharedState, memberIds }));
