export * from './entities.ts';
export { formatOf, titleOf } from './naming.ts';
export { queries as documentQueries } from './queries.ts';
export { commands as documentCommands, problems as documentProblems, type FileData } from './commands.ts';
export { documentContract } from './contract.ts';
