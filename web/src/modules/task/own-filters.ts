import type { EntryRow } from '@kontor/contract/activity';
import type { IconName } from '../../ui/icon-names.ts';
import { isDay, nearDatesIn } from '../../shell/dates/near-dates.ts';

/** Tasks beyond what all lists are filtered by, as the server calls them. */
export const CUSTOM_KEYS = ['favorites', 'overdue', 'given', 'repeating'] as const;
type CustomKey = (typeof CUSTOM_KEYS)[number];

export const CUSTOM_ICONS: Readonly<Record<CustomKey, IconName>> = {
  favorites: 'star',
  overdue: 'warning',
  given: 'user',
  repeating: 'repeat',
};

/** Those with a tag. */
export const tagOf = (tag: string): string => `tag:${tag}`;

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether a task that the server has put into one of these may stay there: of what is due today the server alone knows whether that is over. */
export function isListed({ extras, status }: EntryRow, custom: string, now: number): boolean {
  if (custom.startsWith('tag:')) {
    const { tags } = extras;
    return Array.isArray(tags) && tags.includes(custom.slice('tag:'.length));
  }
  switch (custom) {
    case 'favorites':
      return extras['favored'] === true;
    case 'repeating':
      return extras['repeats'] === true;
    case 'overdue':
      return status !== 3 && isPast(extras['due'], now);
    default:
      return true;
  }
}

function isPast(due: unknown, now: number): boolean {
  if (typeof due !== 'string') return false;
  return isDay(due) ? due <= nearDatesIn('de', BROWSER_ZONE).today(now) : Date.parse(due) < now;
}
