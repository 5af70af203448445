import type { ChangeContext } from '../../platform/operation/context.ts';
import { linkTaken, type Why } from './linking.ts';

export { recordAddressSource, recordFields, recordsOfAddresses, type KnownRecord } from './known.ts';
export { dismissedOf, isRecord, linksOf, suggestable } from './linking.ts';
export { recordStored } from './stored.ts';

/**
 * Links items with a record, and tells everybody who sees them. The items must have been taken for this transaction, and be such that
 * linking does not archive. Fails with NOT_FOUND where the record is not there, RECORD_TOO_MANY_LINKS where an item has no room for it.
 */
export const linkItems = (
  ctx: ChangeContext,
  activityIds: readonly number[],
  recordId: number,
  why: Why,
): Promise<void> => linkTaken(ctx, new Map(), activityIds, recordId, why);
