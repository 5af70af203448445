export * from './entities.ts';
export { queries as memoQueries } from './queries.ts';
export { commands as memoCommands, problems as memoProblems } from './commands.ts';
