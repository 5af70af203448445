export { fetchJobs, type FeedPolicy } from './fetching.ts';
export { subscriptionCommandHandlers, subscriptionQueryHandlers } from './handlers.ts';
export { readSubscribed } from './reading.ts';
export { spansOfFeeds } from './taking.ts';
