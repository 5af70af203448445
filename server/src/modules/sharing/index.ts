import { sharingContract } from '@kontor/contract/sharing';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import type { ItemKinds } from '../activity/index.ts';
import { commandHandlers } from './commands.ts';
import { queryHandlers } from './queries.ts';

/** Items of any kind, shared by one person with others. Knows no kind but by what it registered with the lists. */
export const sharingModule = ({ itemKinds }: { readonly itemKinds: () => ItemKinds }): ModuleManifest => ({
  ...bindContract(sharingContract, { queries: queryHandlers(itemKinds), commands: commandHandlers(itemKinds) }),
  jobs: {},
});
