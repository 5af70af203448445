import { phonecallContract } from '@kontor/contract/phonecall';
import { bindContract } from '../../platform/operation/manifest.ts';
import type { ItemKinds, ItemModule } from '../activity/index.ts';
import { bookCommandHandlers } from './book/commands.ts';
import { bookQueryHandlers } from './book/queries.ts';
import { commandHandlers } from './commands.ts';
import { phonecallItems } from './item-kind.ts';
import { callLists } from './lists.ts';
import { namingCommandHandlers, namingQueryHandlers } from './naming/handlers.ts';
import { queryHandlers, type QueryParts } from './queries.ts';
import { renewingJobs } from './renewing.ts';
import { startSweep } from './sweep.ts';
import { twoCommands, twoQueries } from './to-come-two.ts';

export { enterCallList, enterNames } from './entering.ts';
export { insertCall } from './making.ts';
export { numberClaims } from './naming/follower.ts';
export { phonecallStored } from './stored.ts';

/** Calls, and who it is that calls. */
export const phonecallModule = (parts: QueryParts & { readonly itemKinds: () => ItemKinds }): ItemModule => ({
  ...bindContract(phonecallContract, {
    queries: { ...queryHandlers(parts), ...namingQueryHandlers, ...bookQueryHandlers, ...twoQueries },
    commands: {
      ...commandHandlers(parts.itemKinds),
      ...namingCommandHandlers,
      ...bookCommandHandlers,
      ...twoCommands,
    },
  }),
  jobs: { ...callLists.jobs, ...renewingJobs },
  services: [startSweep],
  itemKinds: [phonecallItems],
});
