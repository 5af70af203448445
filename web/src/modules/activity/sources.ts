import { activityQueries, type EntryRow, type View } from '@kontor/contract/activity';
import type { ListSource } from '../../client/list-loader.ts';

const isOpen = (row: EntryRow): boolean => row.status !== 3 && !row.trashed;
const isThere = (row: EntryRow): boolean => !row.trashed;

/** Whether an item that is in a view may stay there. */
export const keepsIn = (view: View): ((row: EntryRow) => boolean) => (view === 'open' ? isOpen : isThere);

/** Everything unfinished, of all kinds. */
export const inboxSource = {
  id: 'inbox',
  definition: activityQueries.inboxItems,
  params: { statusRed: 'unseen', statusYellow: 'seen' } as const,
  keep: isOpen,
} satisfies ListSource;
