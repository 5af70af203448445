import { phonecallContract } from '@kontor/contract/phonecall';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { openArriving, type ArrivingParts } from './arriving/index.ts';
import { startConnecting, type ConnectingParts } from './connecting/index.ts';
import {
  dialCommandHandlers,
  dialQueryHandlers,
  dialSettingsCommands,
  dialSettingsHandlers,
} from './dialling/index.ts';
import { lineCommandHandlers, lineQueryHandlers, type LineParts } from './lines/index.ts';
import { queryHandlers } from './queries.ts';
import { oneCommands, oneQueries } from './to-come-one.ts';

export { talkingAmong } from './arriving/index.ts';
export { phonecallStored } from './stored.ts';

export interface PhonecallParts extends LineParts, ArrivingParts, ConnectingParts {}
/** What telephone systems are looked for by; for tests. */
export type PhoneOptions = Partial<Pick<PhonecallParts, 'phonePolicy' | 'filePorts' | 'connectMs'>>;

/** Calls, and who it is that calls. */
export function phonecallModule(parts: PhonecallParts): ModuleManifest {
  const arriving = openArriving(parts);
  return {
    ...bindContract(phonecallContract, {
      queries: { ...queryHandlers, ...oneQueries, ...lineQueryHandlers, ...dialQueryHandlers, ...dialSettingsHandlers },
      commands: {
        ...oneCommands,
        ...lineCommandHandlers(parts),
        ...dialCommandHandlers(parts),
        ...dialSettingsCommands(parts),
      },
    }),
    jobs: arriving.jobs,
    routes: arriving.routes,
    services: [...arriving.services, startConnecting(parts, arriving.follow)],
  };
}
