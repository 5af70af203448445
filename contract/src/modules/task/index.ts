export * from './entities.ts';
export * from './repetition.ts';
export { events as taskEvents } from './events.ts';
export { queries as taskQueries } from './queries.ts';
export { commands as taskCommands, problems as taskProblems, type TaskWriting } from './commands.ts';
export { taskContract } from './contract.ts';
