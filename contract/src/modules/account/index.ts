export * from './auth.ts';
export * from './entities.ts';
export { queries as accountQueries } from './queries.ts';
export { events as accountEvents } from './events.ts';
