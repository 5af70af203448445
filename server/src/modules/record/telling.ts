import { rightsToBits } from '@kontor/contract/account';
import { RECORDS_KEY, recordEvents, recordKey } from '@kontor/contract/record';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { filterUsers } from '../account/index.ts';

/** Tells everybody who sees records that something which is read by some keys is another one. */
export async function tellKeys(ctx: ChangeContext, keys: readonly string[]): Promise<void> {
  const people = await filterUsers(ctx.db, ctx.instance.id, rightsToBits(['idoList']));
  ctx.emit(
    recordEvents.recordChanged,
    { users: people.map(({ userId }) => userId) },
    { keys: [...keys], processIds: [...ctx.processIds], aggregateIds: [] },
  );
}

/** Tells them of records that were made, changed, or are gone. */
export const tellRecords = (ctx: ChangeContext, recordIds: readonly number[]): Promise<void> =>
  tellKeys(ctx, [RECORDS_KEY, ...recordIds.map(recordKey)]);
