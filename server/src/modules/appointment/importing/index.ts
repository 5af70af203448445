export { importCommandHandlers, importQueryHandlers } from './handlers.ts';
export { importJobs } from './jobs.ts';
