import { phonecallContract } from '@kontor/contract/phonecall';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { queryHandlers } from './queries.ts';

/** Calls, and who it is that calls. */
export const phonecallModule = (): ModuleManifest => ({
  ...bindContract(phonecallContract, { queries: queryHandlers, commands: {} }),
  jobs: {},
});
