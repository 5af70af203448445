import type { EntryRow } from '@kontor/contract/activity';
import { MESSAGE_FILTERS, type MessageExtras, type MessageFilter } from '@kontor/contract/message';
import type { IconName } from '../../ui/icon-names.ts';

type OwnFilter = Exclude<MessageFilter, ''>;

/** Messages beyond what all lists are filtered by, as the server calls them. */
export const OWN_FILTERS = MESSAGE_FILTERS.filter((one): one is OwnFilter => one !== '');

export const FILTER_ICONS: Readonly<Record<OwnFilter, IconName>> = {
  unread: 'chat-text',
  waiting: 'hourglass',
  mentioned: 'at',
};

/**
 * Whether a message that the server has put into one of these may stay there. One that was unread stays until the list is asked for anew, since it is
 * read as soon as it is opened: it would go from under the hand of its reader.
 */
export function isListed({ extras }: Pick<EntryRow, 'extras'>, custom: string): boolean {
  const { waitsForAnswer, isMentioned } = extras as Partial<MessageExtras>;
  if (custom === 'waiting') return waitsForAnswer === true;
  return custom !== 'mentioned' || isMentioned === true;
}
