export * from './entities.ts';
export { queries as sharingQueries } from './queries.ts';
export { commands as sharingCommands, problems as sharingProblems } from './commands.ts';
export { sharingContract } from './contract.ts';
