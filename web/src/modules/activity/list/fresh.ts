import { activityQueries } from '@kontor/contract/activity';
import type { Fresh } from '../../../client/ahead-port.ts';
import type { Settings } from '../../../shell/index.ts';
import { inboxSourceOf } from './inbox-source.ts';
import { sortOf } from './appearance.ts';

/** The inbox as its screen asks for it, and the numbers in the menu. */
export const freshActivity = (settings: Settings): Fresh => ({
  lists: [inboxSourceOf(sortOf(settings.listTables['inbox']?.sort))],
  queries: [[activityQueries.unfinishedCounts, { statusRed: 'unseen', statusYellow: 'seen' }]],
});
