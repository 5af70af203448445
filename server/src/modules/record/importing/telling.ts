import { rightsToBits } from '@kontor/contract/account';
import { RECORDS_KEY, recordEvents, recordKey } from '@kontor/contract/record';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { administratorIds, filterUsers } from '../../account/index.ts';
import type { ImportRow } from './store.ts';

/** Tells whose an import is, and administrators, that it got further. */
export async function tellImport(
  ctx: ChangeContext,
  { import_id, user_id }: Pick<ImportRow, 'import_id' | 'user_id'>,
): Promise<void> {
  const administrators = await administratorIds(ctx.db, ctx.instance.id);
  ctx.emit(
    recordEvents.importProgress,
    { users: [...new Set([user_id, ...administrators])] },
    { keys: ['recordImports'], processIds: [...ctx.processIds], aggregateIds: [], importId: import_id },
  );
}

/** Tells everybody who sees records of all that a step has made and changed at once. `recordIds`: those that were there before. */
export async function tellRecords(ctx: ChangeContext, recordIds: readonly number[]): Promise<void> {
  const people = await filterUsers(ctx.db, ctx.instance.id, rightsToBits(['idoList']));
  ctx.emit(
    recordEvents.recordChanged,
    { users: people.map(({ userId }) => userId) },
    { keys: [RECORDS_KEY, ...recordIds.map(recordKey)], processIds: [...ctx.processIds], aggregateIds: [] },
  );
}
