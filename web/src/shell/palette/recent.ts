import type { TextStorage } from '../../client/environment.ts';

const KEPT = 'kontor.palette';
export const MAX_RECENT = 8;

/** Id of the command that shows an account. */
export const accountCommand = (account: string): string => `account ${account}`;

/** Ids of the commands that were run last, the last one first. */
export function recentIds(storage: TextStorage): readonly string[] {
  try {
    const ids: unknown = JSON.parse(storage.getItem(KEPT) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

const keep = (storage: TextStorage, ids: readonly string[]): void =>
  storage.setItem(KEPT, JSON.stringify(ids.slice(0, MAX_RECENT)));

/** A command was run. */
export const rememberRecent = (storage: TextStorage, id: string): void =>
  keep(storage, [id, ...recentIds(storage).filter((one) => one !== id)]);

/** There is no such command any more. */
export const forgetRecent = (storage: TextStorage, id: string): void =>
  keep(
    storage,
    recentIds(storage).filter((one) => one !== id),
  );
