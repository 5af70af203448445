import { itemKey, parseAggregateId } from '@kontor/contract/kernel';

/** Key of a mail's list entry, by its aggregate id: whatever way it was opened by, it is the same. */
export const keyOf = (aggregateId: string): string => {
  const id = parseAggregateId(aggregateId);
  return id === undefined ? aggregateId : itemKey(id);
};
