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
  const signal = AbortSignal.timeout(limits.timeoutMs);
  let url = new URL(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await get(url, policy, limits, signal);
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400 && response.headers.location !== undefined) {
      response.destroy();
      url = redirected(response.headers.location, url);
      continue;
    }
    const contentType = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (status !== 200 || !limits.accepts(contentType)) {
      response.destroy();
      throw new FetchRefusal(`Answer ${status} of type "${contentType}"`);
    }
    return { contentType, bytes: await readBytes(response, limits.maxBytes) };
  }
  throw new FetchRefusal('Too many redirects');
}

function redirected(location: string, from: URL): URL {
  if (!URL.canParse(location, from)) throw new FetchRefusal('Redirected to no address');
  return new URL(location, from);
}

async function get(url: URL, policy: EgressPolicy, limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
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
      headers: { accept: 'image/*', 'user-agent': 'Kontor', 'accept-encoding': 'identity' },
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
