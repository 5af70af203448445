export * from './entities.ts';
export { queries as messageQueries } from './queries.ts';
export { commands as messageCommands, problems as messageProblems } from './commands.ts';
export { events as messageEvents } from './events.ts';
export { messageContract } from './contract.ts';
