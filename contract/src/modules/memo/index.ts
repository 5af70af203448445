export * from './entities.ts';
export { queries as memoQueries } from './queries.ts';
export { commands as memoCommands, problems as memoProblems } from './commands.ts';
export { events as memoEvents } from './events.ts';
export { recordActivityCommands, recordActivityQueries, type RecordActivity } from './record-activity.ts';
export { memoContract } from './contract.ts';
