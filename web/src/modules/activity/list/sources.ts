import { activityQueries, type EntryRow, type View } from '@kontor/contract/activity';
import type { ListSource } from '../../../client/list-loader.ts';

/** Whether an item is unfinished and not put off. */
export const isOpen = (row: EntryRow): boolean => row.status !== 3 && !row.trashed && row.snoozedUntil === null;
const isThere = (row: EntryRow): boolean => !row.trashed;

/** Whether an item that is in a view may stay there. */
export const keepsIn = (view: View): ((row: EntryRow) => boolean) => (view === 'open' ? isOpen : isThere);

/** The same where what was put off is asked for. */
export const keepsSnoozedIn =
  (view: View): ((row: EntryRow) => boolean) =>
  (row) =>
    row.snoozedUntil !== null && !row.trashed && (view !== 'open' || row.status !== 3);

/** Everything unfinished, of all kinds. */
export const inboxSource = {
  id: 'inbox',
  definition: activityQueries.inboxItems,
  params: { statusRed: 'unseen', statusYellow: 'seen' } as const,
  keep: isOpen,
} satisfies ListSource;
