export * from './entities.ts';
export { queries as presenceQueries } from './queries.ts';
export { commands as presenceCommands, problems as presenceProblems } from './commands.ts';
export { events as presenceEvents } from './events.ts';
export { FENCE_PATH, fenceCommands } from './fences.ts';
export { presenceContract } from './contract.ts';
