import { sharingCommands, sharingQueries } from '@kontor/contract/sharing';
import { bindCommands, bindQueries, type ModuleManifest } from '../../platform/operation/manifest.ts';
import type { Leaves } from '../activity/index.ts';
import { commandHandlers } from './commands.ts';
import { queryHandlers } from './queries.ts';

export { sharingStored } from './stored.ts';

/** Items of any kind, shared by one person with others. Knows no kind but by what it registered with the lists. */
export const sharingModule = ({ leaves }: { readonly leaves: () => Leaves }): ModuleManifest => ({
  name: 'sharing',
  queries: bindQueries(sharingQueries, queryHandlers(leaves)),
  commands: bindCommands(sharingCommands, commandHandlers(leaves)),
  jobs: {},
});
