import type { ChangeCause } from '@kontor/contract/record';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { lockItems, setLinkCounts, type Leaves } from '../activity/index.ts';
import { noteRecordChange } from './history/changes.ts';
import { freeUnique } from './kinds/unique.ts';
import { ARCHIVED } from './linking.ts';
import { dropCells } from './lists/store/cells.ts';
import { countLinks, deleteLinksOf, itemsOfRecord } from './store/links.ts';
import { markDeleted, type RecordRow } from './store/records.ts';
import { dropFindables } from './store/search.ts';

/**
 * Deletes a record with its links, and tells everybody who sees an item of them. Its items are taken before it is held, as linking does,
 * so that nobody waits in a ring; whoever links one in between is waited for, or begins again. `userId` and `cause`: what the change log says.
 */
export async function deleteWhole<T extends { readonly record: RecordRow }>(
  ctx: ChangeContext,
  leaves: Leaves,
  hold: () => Promise<T>,
  {
    recordId,
    userId,
    cause = 'deleted',
  }: { readonly recordId: number; readonly userId: number; readonly cause?: ChangeCause },
  judge: (held: T) => void,
): Promise<T> {
  const { db, instance } = ctx;
  await lockItems(ctx, await itemsOfRecord(db, instance.id, recordId));
  const held = await hold();
  judge(held);
  const items = await itemsOfRecord(db, instance.id, recordId);
  await lockItems(ctx, items);
  await deleteLinksOf(db, instance.id, recordId);
  await dropFindables(db, instance.id, [recordId]);
  await dropCells(db, instance.id, [recordId]);
  await freeUnique(db, instance.id, [recordId]);
  const at = Math.max(ctx.now(), held.record.changed_at + 1);
  await markDeleted(db, held.record, at);
  await noteRecordChange(db, instance.id, [{ recordId, userId, at, cause, differences: [] }]);
  await setLinkCounts(ctx, leaves, await countLinks(db, instance.id, items), ARCHIVED);
  return held;
}
