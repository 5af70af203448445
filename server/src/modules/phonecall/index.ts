import { phonecallContract } from '@kontor/contract/phonecall';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { queryHandlers } from './queries.ts';
import { oneCommands, oneQueries } from './to-come-one.ts';
import { twoCommands, twoQueries } from './to-come-two.ts';

/** Calls, and who it is that calls. */
export const phonecallModule = (): ModuleManifest => ({
  ...bindContract(phonecallContract, {
    queries: { ...queryHandlers, ...oneQueries, ...twoQueries },
    commands: { ...oneCommands, ...twoCommands },
  }),
  jobs: {},
});
