import { createValue } from '../../client/value.ts';

/** The items that are to be shared, by the keys of their list entries; undefined where nothing is asked. */
export const itemsToShare = createValue<readonly string[] | undefined>(undefined);

export const close = (): void => itemsToShare.set(undefined);

/** Asks with whom items are to be shared. */
export const askToShare = (keys: readonly string[]): void => itemsToShare.set(keys);
