import { settingsCommands, settingsQueries, themeCommands, themeQueries } from '@kontor/contract/settings';
import { bindCommands, bindQueries, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { commandHandlers } from './commands.ts';
import { queryHandlers } from './queries.ts';
import { schemeCommandHandlers, schemeQueryHandlers } from './schemes.ts';

export { settingsStored } from './stored.ts';

/** What people set, and the colours that an instance has. */
export const settingsModule = (): ModuleManifest => ({
  name: 'settings',
  queries: [...bindQueries(settingsQueries, queryHandlers), ...bindQueries(themeQueries, schemeQueryHandlers)],
  commands: [...bindCommands(settingsCommands, commandHandlers), ...bindCommands(themeCommands, schemeCommandHandlers)],
  jobs: {},
});
