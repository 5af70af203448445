import { phonecallContract } from '@kontor/contract/phonecall';
import { bindContract } from '../../platform/operation/manifest.ts';
import type { ItemKinds, ItemModule } from '../activity/index.ts';
import { openArriving, type ArrivingParts } from './arriving/index.ts';
import { bookCommandHandlers } from './book/commands.ts';
import { bookImportCommandHandlers, bookImportQueryHandlers } from './book/importing.ts';
import { bookQueryHandlers } from './book/queries.ts';
import { commandHandlers } from './commands.ts';
import { startConnecting, type ConnectingParts } from './connecting/index.ts';
import {
  dialCommandHandlers,
  dialQueryHandlers,
  dialSettingsCommands,
  dialSettingsHandlers,
} from './dialling/index.ts';
import { startHistory, type HistoryParts } from './history/index.ts';
import { phonecallItems } from './item-kind.ts';
import { lineCommandHandlers, lineQueryHandlers, type LineParts } from './lines/index.ts';
import { callLists } from './lists.ts';
import { namingCommandHandlers, namingQueryHandlers } from './naming/handlers.ts';
import { queryHandlers, type QueryParts } from './queries.ts';
import { renewingJobs } from './renewing.ts';
import { renumberingJobs } from './renumbering.ts';
import { startSweep } from './sweep.ts';

export { talkingAmong } from './arriving/index.ts';
export { enterCallList, enterNames } from './entering.ts';
export { phoneLinesOf } from './lines/index.ts';
export { insertCall } from './making.ts';
export { numberClaims } from './naming/follower.ts';
export { takeContactDetails } from './naming/mail-claims.ts';
export { renumberPhones } from './renumbering.ts';
export { phonecallStored } from './stored.ts';

export interface PhonecallParts extends QueryParts, LineParts, ArrivingParts, ConnectingParts, HistoryParts {
  readonly itemKinds: () => ItemKinds;
}
/** What telephone systems are looked for by; for tests. */
export type PhoneOptions = Partial<Pick<PhonecallParts, 'phonePolicy' | 'filePorts' | 'connectMs' | 'historyMs'>>;

/** Calls, and who it is that calls; telephone systems, and calls that are made from here. */
export function phonecallModule(parts: PhonecallParts): ItemModule {
  const arriving = openArriving(parts);
  return {
    ...bindContract(phonecallContract, {
      queries: {
        ...queryHandlers(parts),
        ...namingQueryHandlers,
        ...bookQueryHandlers,
        ...bookImportQueryHandlers,
        ...lineQueryHandlers,
        ...dialQueryHandlers,
        ...dialSettingsHandlers,
      },
      commands: {
        ...commandHandlers(parts.itemKinds),
        ...namingCommandHandlers,
        ...bookCommandHandlers,
        ...bookImportCommandHandlers,
        ...lineCommandHandlers(parts),
        ...dialCommandHandlers(parts),
        ...dialSettingsCommands(parts),
      },
    }),
    jobs: { ...callLists.jobs, ...renewingJobs, ...renumberingJobs, ...arriving.jobs },
    routes: arriving.routes,
    services: [
      startSweep(parts),
      ...arriving.services,
      startConnecting(parts, arriving.follow),
      startHistory(parts, arriving.follow),
    ],
    itemKinds: [phonecallItems],
  };
}
