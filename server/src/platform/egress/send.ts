import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { readBytes } from './fetch-public.ts';
import { allowedAddress } from './post-bytes.ts';
import { pinnedLookup, type EgressPolicy } from './resolve.ts';

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 20_000;

export interface Sending {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole, looking up the name included. */
  readonly timeoutMs?: number;
}

/**
 * Sends a request, which may hold secrets, to an address that a person named, and returns whatever comes back, up to 256 KiB. Follows no
 * redirect, and speaks without encryption to the own network alone. Throws EgressError or Error.
 */
export async function sendTo(
  address: string,
  { method, headers, body, timeoutMs = TIMEOUT_MS }: Sending,
  policy: EgressPolicy,
): Promise<{ readonly status: number; readonly body: string; readonly retryAfter: string | undefined }> {
  const url = new URL(address);
  const signal = AbortSignal.timeout(timeoutMs);
  const resolved = await allowedAddress(url, policy);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(url, {
      method,
      lookup: pinnedLookup(resolved),
      agent: false,
      signal,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        'user-agent': 'Kontor',
        'accept-encoding': 'identity',
      },
      maxHeaderSize: 16_384,
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
  const { 'retry-after': retryAfter } = response.headers;
  return { status: response.statusCode ?? 0, body: (await readBytes(response, MAX_BYTES)).toString(), retryAfter };
}
