import type { EntryRow } from '@kontor/contract/activity';
import type { Client } from '../../../client/client.ts';

/** Items of one command; more are told in several. */
export const CHUNK = 100;

/** The items of these keys that are known, as the person sees them. */
export const rowsOf = (client: Client, keys: readonly string[]): readonly EntryRow[] =>
  keys.map((key) => client.store.get(key)).filter((row) => row !== undefined);
