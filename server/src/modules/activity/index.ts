import { activityCommands } from '@kontor/contract/activity';
import { bindCommands, bindQueries, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { commandHandlers } from './commands.ts';
import type { Leaves } from './leaf.ts';
import type { ListReader } from './list.ts';
import { ownQueries, queryHandlers } from './queries.ts';
import { renewingJobs, startRenewing } from './renewing.ts';

export { listFilter, type ListFilter } from './filter.ts';
export { setPlaceFromOutside, setStatusFromOutside } from './from-outside.ts';
export { addViewers, insertItem, insertItems, removeViewers, type NewItem, type Viewer } from './items.ts';
export type { ItemChange, Leaf, Leaves } from './leaf.ts';
export { createListReader, type ListReader } from './list.ts';
export type { FoundTexts } from './matches.ts';
export { patchExtras, rewriteItem } from './rewrite.ts';
export { countItems } from './store/counts.ts';
export { entriesById, type PageRow } from './store/lists.ts';
export type { SearchHead } from './store/search.ts';
export { lockItems } from './store/states.ts';
export { activityStored } from './stored.ts';
export { toEntryRow } from './views.ts';

/** What all kinds of item have in common: lists, states, archive, trash, counts. Knows no kind but by what it registered. */
export const activityModule = (parts: {
  readonly leaves: () => Leaves;
  readonly list: ListReader;
}): ModuleManifest => ({
  name: 'activity',
  queries: bindQueries(ownQueries, queryHandlers(parts.list)),
  commands: bindCommands(activityCommands, commandHandlers(parts.leaves)),
  jobs: renewingJobs(parts.leaves),
  services: [startRenewing],
});
