import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { EgressError, pinnedLookup, resolveHost, type EgressPolicy } from './resolve.ts';

const PORTS = new Set(['', '80', '443', '8080', '8443']);
const MAX_REDIRECTS = 3;

export interface FetchLimits {
  readonly maxBytes: number;
  /** For the whole, redirects included. */
  readonly timeoutMs: number;
  /** Whether a media type (lower case, without parameters) is wanted. */
  readonly accepts: (contentType: string) => boolean;
  /** Ports besides the usual ones of the web; for tests. */
  readonly ports?: readonly number[];
  /** Says which types are wanted; images where it is left out. */
  readonly accept?: string;
}

/** By what a server knows the copy that somebody has. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface Fetched {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The host was reached, and what it answered is not wanted; asking again would not help. */
export class FetchRefusal extends Error {}

/**
 * GET of a web address that somebody else wrote: without cookies, referrer or credentials, to public hosts and web ports only, every
 * redirect checked again. Throws EgressError, FetchRefusal or Error; which of them is nothing to tell the person who asked.
 */
export async function fetchPublic(address: string, policy: EgressPolicy, limits: FetchLimits): Promise<Fetched> {
  const response = await reach(address, policy, limits, {});
  return { contentType: typeOf(response), bytes: await wanted(response, limits) };
}

/** The same, unless the copy that somebody has is still good: then undefined. */
export async function fetchChanged(
  address: string,
  policy: EgressPolicy,
  limits: FetchLimits,
  { etag, lastModified }: Validators,
): Promise<(Validators & Pick<Fetched, 'bytes'>) | undefined> {
  const response = await reach(address, policy, limits, {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  });
  if (response.statusCode === 304) {
    response.destroy();
    return undefined;
  }
  const bytes = await wanted(response, limits);
  return { bytes, etag: response.headers.etag ?? null, lastModified: response.headers['last-modified'] ?? null };
}

const typeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

async function wanted(response: IncomingMessage, { accepts, maxBytes }: FetchLimits): Promise<Buffer> {
  const [status, contentType] = [response.statusCode ?? 0, typeOf(response)];
  if (status !== 200 || !accepts(contentType)) {
    response.destroy();
    throw new FetchRefusal(`Answer ${status} of type "${contentType}"`);
  }
  return readBytes(response, maxBytes);
}

type Headers = Readonly<Record<string, string>>;

/** What is answered at an address, or where it leads. */
async function reach(
  address: string,
  policy: EgressPolicy,
  limits: FetchLimits,
  headers: Headers,
): Promise<IncomingMessage> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  let url = new URL(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await get(url, policy, limits, { signal, headers });
    const status = response.statusCode ?? 0;
    if (status < 300 || status >= 400 || response.headers.location === undefined) return response;
    response.destroy();
    url = redirected(response.headers.location, url);
  }
  throw new FetchRefusal('Too many redirects');
}

function redirected(location: string, from: URL): URL {
  if (!URL.canParse(location, from)) throw new FetchRefusal('Redirected to no address');
  return new URL(location, from);
}

async function get(
  url: URL,
  policy: EgressPolicy,
  limits: FetchLimits,
  { signal, headers }: { readonly signal: AbortSignal; readonly headers: Headers },
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressError('HOST_NOT_ALLOWED', url.protocol);
  if (url.username !== '' || url.password !== '') throw new EgressError('HOST_NOT_ALLOWED', url.hostname);
  const portAllowed = PORTS.has(url.port) || limits.ports?.includes(Number(url.port)) === true;
  if (!portAllowed) throw new EgressError('HOST_NOT_ALLOWED', url.host);
  const resolved = await inTime(resolveHost(url.hostname, policy), signal);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, {
      lookup: pinnedLookup(resolved),
      agent: false,
      signal,
      headers: {
        ...headers,
        accept: limits.accept ?? 'image/*',
        'user-agent': 'Kontor',
        'accept-encoding': 'identity',
      },
      maxHeaderSize: 16_384,
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

/** The limit of time is for the whole, and looking up a name knows no signal. */
const inTime = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(new Error('out of time'));
      signal.addEventListener('abort', () => reject(new Error('out of time')), { once: true });
    }),
  ]);

/** Everything that a response holds. Throws FetchRefusal where that is more than `maxBytes`. */
export async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new FetchRefusal(`More than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
