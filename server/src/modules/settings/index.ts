import {
  appCommands,
  notificationCommands,
  notificationQueries,
  settingsCommands,
  settingsQueries,
  themeCommands,
  themeQueries,
} from '@kontor/contract/settings';
import { bindCommands, bindQueries, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { appCommandHandlers } from './app-state.ts';
import { commandHandlers } from './commands.ts';
import { notificationCommandHandlers, notificationQueryHandlers } from './notification.ts';
import { queryHandlers } from './queries.ts';
import { schemeCommandHandlers, schemeQueryHandlers } from './schemes.ts';

export { languageOf } from './language.ts';
export { settingsStored } from './stored.ts';

/** What people set, and the colours that an instance has. */
export const settingsModule = (): ModuleManifest => ({
  name: 'settings',
  queries: [
    ...bindQueries(settingsQueries, queryHandlers),
    ...bindQueries(themeQueries, schemeQueryHandlers),
    ...bindQueries(notificationQueries, notificationQueryHandlers),
  ],
  commands: [
    ...bindCommands(settingsCommands, commandHandlers),
    ...bindCommands(themeCommands, schemeCommandHandlers),
    ...bindCommands(appCommands, appCommandHandlers),
    ...bindCommands(notificationCommands, notificationCommandHandlers),
  ],
  jobs: {},
});
