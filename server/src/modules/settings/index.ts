import {
  appCommands,
  notificationCommands,
  notificationQueries,
  pushCommands,
  pushQueries,
  settingsCommands,
  settingsQueries,
  themeCommands,
  themeQueries,
} from '@kontor/contract/settings';
import { bindCommands, bindQueries, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { appCommandHandlers } from './app-state.ts';
import { commandHandlers } from './commands.ts';
import { notificationCommandHandlers, notificationQueryHandlers } from './notification.ts';
import { pushCommandHandlers, pushQueryHandlers } from './push/devices.ts';
import { pushJobs, type PushParts } from './push/sending.ts';
import { queryHandlers } from './queries.ts';
import { schemeCommandHandlers, schemeQueryHandlers } from './schemes.ts';

export { languageOf } from './language.ts';
export { pushNews } from './push/news.ts';
export { pushOut, type PushParts } from './push/sending.ts';
export { settingsStored } from './stored.ts';

/** What people set, the colours that an instance has, and where people are reached while their app is closed. */
export const settingsModule = ({ push }: { readonly push: PushParts }): ModuleManifest => ({
  name: 'settings',
  queries: [
    ...bindQueries(settingsQueries, queryHandlers),
    ...bindQueries(themeQueries, schemeQueryHandlers),
    ...bindQueries(notificationQueries, notificationQueryHandlers),
    ...bindQueries(pushQueries, pushQueryHandlers),
  ],
  commands: [
    ...bindCommands(settingsCommands, commandHandlers),
    ...bindCommands(themeCommands, schemeCommandHandlers),
    ...bindCommands(appCommands, appCommandHandlers),
    ...bindCommands(notificationCommands, notificationCommandHandlers),
    ...bindCommands(pushCommands, pushCommandHandlers(push.policy)),
  ],
  jobs: pushJobs(push),
});
