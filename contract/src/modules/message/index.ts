export * from './entities.ts';
export * from './guest.ts';
export { queries as messageQueries } from './queries.ts';
export { commands as messageCommands } from './commands.ts';
export { problems as messageProblems } from './problems.ts';
export { events as messageEvents } from './events.ts';
export { messageContract } from './contract.ts';
