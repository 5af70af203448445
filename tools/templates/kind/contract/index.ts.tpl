export * from './entities.ts';
export { queries as {{name}}Queries } from './queries.ts';
export { commands as {{name}}Commands } from './commands.ts';
export { {{name}}Contract } from './contract.ts';
