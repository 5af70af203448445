import { settingsContract } from '@kontor/contract/settings';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { appCommandHandlers } from './app-state.ts';
import { commandHandlers, type OnChosen } from './commands.ts';
import { notificationCommandHandlers, notificationQueryHandlers } from './notification.ts';
import { pushCommandHandlers, pushQueryHandlers } from './push/devices.ts';
import { selfTestCommandHandlers, selfTestQueryHandlers } from './push/self-test.ts';
import { pushJobs, type PushParts } from './push/sending.ts';
import { queryHandlers } from './queries.ts';
import { schemeCommandHandlers, schemeQueryHandlers } from './schemes.ts';

export { languageOf, zoneOfPerson } from './language.ts';
export { endNews, pushNews, reachedByNews } from './push/news.ts';
export { pushOut, type PushParts } from './push/sending.ts';
export { peopleWithout, settingsOf, writeChoices } from './store.ts';
export { settingsStored } from './stored.ts';

/** What people set, the colours that an instance has, and where people are reached while their app is closed. */
export const settingsModule = ({
  push,
  onChosen,
}: {
  readonly push: PushParts;
  readonly onChosen: OnChosen;
}): ModuleManifest => ({
  ...bindContract(settingsContract, {
    queries: {
      ...queryHandlers,
      ...schemeQueryHandlers,
      ...notificationQueryHandlers,
      ...pushQueryHandlers(push),
      ...selfTestQueryHandlers,
    },
    commands: {
      ...commandHandlers(onChosen),
      ...schemeCommandHandlers,
      ...appCommandHandlers,
      ...notificationCommandHandlers,
      ...pushCommandHandlers(push),
      ...selfTestCommandHandlers(push),
    },
  }),
  jobs: pushJobs(push),
});
