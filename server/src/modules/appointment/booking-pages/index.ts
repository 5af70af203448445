export { bookingCommandHandlers, bookingQueryHandlers } from './handlers.ts';
export { bookingJobs } from './mail-jobs.ts';
export type { BookingParts } from './parts.ts';
export { bookingRoutes, type BookingRouteParts } from './routes.ts';
export { startBookingSweep } from './sweep.ts';
export { contextOf, paramOf, pathOf, say, visitRoutes, type Visit, type VisitParts } from './visits.ts';
export { addressFor, sentence } from './pages.ts';
