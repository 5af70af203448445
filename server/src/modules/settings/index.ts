import { settingsCommands, settingsQueries } from '@kontor/contract/settings';
import { bindCommands, bindQueries, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { commandHandlers } from './commands.ts';
import { queryHandlers } from './queries.ts';

export { settingsStored } from './stored.ts';

/** What people set, and the colours that an instance has. */
export const settingsModule = (): ModuleManifest => ({
  name: 'settings',
  queries: bindQueries(settingsQueries, queryHandlers),
  commands: bindCommands(settingsCommands, commandHandlers),
  jobs: {},
});
