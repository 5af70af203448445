export * from './entities.ts';
export { queries as presenceQueries } from './queries.ts';
export { commands as presenceCommands, problems as presenceProblems } from './commands.ts';
export { events as presenceEvents } from './events.ts';
export {
  FENCE_HEADER,
  FENCE_PATH,
  FENCE_POSTS_PER_HOUR,
  FENCE_TOKEN_MS,
  TokenGeofenceSchema,
  fenceCommands,
  fenceQueries,
  type TokenGeofence,
} from './fences.ts';
export { presenceContract } from './contract.ts';
