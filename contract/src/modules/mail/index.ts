export * from './entities.ts';
export { MOST_DETAILS } from './reading.ts';
export { UnreadableMailSchema, type UnreadableMail } from './quarantine.ts';
export { queries as mailQueries } from './queries.ts';
export { commands as mailCommands, problems as mailProblems } from './commands.ts';
export { events as mailEvents } from './events.ts';
