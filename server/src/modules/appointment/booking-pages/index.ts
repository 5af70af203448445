export { bookingCommandHandlers, bookingQueryHandlers } from './handlers.ts';
export { bookingJobs } from './mail-jobs.ts';
export type { BookingParts } from './parts.ts';
export { bookingRoutes, type BookingRouteParts } from './routes.ts';
export { startBookingSweep } from './sweep.ts';
