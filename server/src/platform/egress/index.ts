export { addressKind } from './addresses.ts';
export { FetchRefusal, fetchPublic, type Fetched, type FetchLimits } from './fetch-public.ts';
export { postForm } from './post-form.ts';
export { EgressError, pinnedLookup, resolveHost, type EgressPolicy, type ResolvedHost } from './resolve.ts';
