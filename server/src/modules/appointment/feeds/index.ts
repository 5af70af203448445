export { feedCommandHandlers, feedQueryHandlers } from './handlers.ts';
export { feedRoutes, type FeedParts } from './routes.ts';
