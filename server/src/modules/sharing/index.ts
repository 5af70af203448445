import { sharingContract } from '@kontor/contract/sharing';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import type { Leaves } from '../activity/index.ts';
import { commandHandlers } from './commands.ts';
import { queryHandlers } from './queries.ts';

export { sharingStored } from './stored.ts';

/** Items of any kind, shared by one person with others. Knows no kind but by what it registered with the lists. */
export const sharingModule = ({ leaves }: { readonly leaves: () => Leaves }): ModuleManifest => ({
  ...bindContract(sharingContract, { queries: queryHandlers(leaves), commands: commandHandlers(leaves) }),
  jobs: {},
});
