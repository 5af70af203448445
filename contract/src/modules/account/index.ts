export * from './auth.ts';
export * from './entities.ts';
export { FailedJobSchema, commands as accountCommands, type FailedJob } from './jobs.ts';
export { queries as accountQueries } from './queries.ts';
export { events as accountEvents } from './events.ts';
export { healthQueries, type Health } from './health.ts';
