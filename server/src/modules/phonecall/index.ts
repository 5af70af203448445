import { phonecallContract } from '@kontor/contract/phonecall';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import {
  dialCommandHandlers,
  dialQueryHandlers,
  dialSettingsCommands,
  dialSettingsHandlers,
} from './dialling/index.ts';
import { lineCommandHandlers, lineQueryHandlers, type LineParts } from './lines/index.ts';
import { queryHandlers } from './queries.ts';
import { oneCommands, oneQueries } from './to-come-one.ts';

export { phonecallStored } from './stored.ts';

/** Calls, and who it is that calls. */
export const phonecallModule = (parts: LineParts): ModuleManifest => ({
  ...bindContract(phonecallContract, {
    queries: { ...queryHandlers, ...oneQueries, ...lineQueryHandlers, ...dialQueryHandlers, ...dialSettingsHandlers },
    commands: {
      ...oneCommands,
      ...lineCommandHandlers(parts),
      ...dialCommandHandlers(parts),
      ...dialSettingsCommands(parts),
    },
  }),
  jobs: {},
});
