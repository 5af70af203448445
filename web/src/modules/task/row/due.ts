import type { EntryRow } from '@kontor/contract/activity';

/** When the task of a row is due; undefined for never, and for what is no task. */
export const dueOf = ({ extras: { due } }: EntryRow): string | undefined => (typeof due === 'string' ? due : undefined);
