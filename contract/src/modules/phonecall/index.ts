export { queries as phonecallQueries } from './queries.ts';
export { phonecallContract } from './contract.ts';
