export { fetchPublic, type Fetched, type FetchLimits } from './fetch-public.ts';
export { postForm } from './post-form.ts';
export { FetchRefusal } from './read-bytes.ts';
export { EgressError, pinnedLookup, resolveHost, type EgressPolicy, type ResolvedHost } from './resolve.ts';
