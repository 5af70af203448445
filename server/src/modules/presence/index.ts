import { presenceContract } from '@kontor/contract/presence';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { commandHandlers } from './commands.ts';
import { fenceCommandHandlers, fenceJobs, fenceQueryHandlers } from './fence-tokens.ts';
import { OnlineUsers } from './online-users.ts';
import { queryHandlers } from './queries.ts';
import { presenceRoutes, type RouteParts } from './routes.ts';
import { startPresence } from './turning.ts';

export type { Devices, PresenceParts, SourceState, StateSource } from './parts.ts';
export { tellPresence } from './telling.ts';
export { insertChoice } from './store/people.ts';

/** Who is there, and what people say of themselves. Knows other modules by nothing but the sources that are handed in. */
export const presenceModule = (parts: RouteParts): ModuleManifest => ({
  ...bindContract(presenceContract, {
    queries: { ...queryHandlers(parts, new OnlineUsers(parts)), ...fenceQueryHandlers },
    commands: { ...commandHandlers(parts), ...fenceCommandHandlers },
  }),
  jobs: fenceJobs(parts),
  routes: (http) => presenceRoutes(http, parts),
  services: [startPresence(parts)],
});
