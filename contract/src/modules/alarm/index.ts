export * from './entities.ts';
export { queries as alarmQueries } from './queries.ts';
export { commands as alarmCommands, problems as alarmProblems } from './commands.ts';
export { events as alarmEvents } from './events.ts';
export { alarmContract } from './contract.ts';
