export { addressKind, isAddress, networkOf } from './addresses.ts';
export { connectTo, type Connection } from './connect-to.ts';
export { createResolver, textsOf, type Resolver } from './dns.ts';
export { FetchRefusal, fetchChanged, fetchPublic, type Fetched, type FetchLimits } from './fetch-public.ts';
export { allowedAddress, postBytes } from './post-bytes.ts';
export { Http2Poster, type Http2Answer } from './post-http2.ts';
export { postForm } from './post-form.ts';
export { sendTo, type Sending } from './send.ts';
export { EgressError, pinnedLookup, resolveHost, type EgressPolicy, type ResolvedHost } from './resolve.ts';
