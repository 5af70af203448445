export { queries as phonecallQueries } from './queries.ts';
