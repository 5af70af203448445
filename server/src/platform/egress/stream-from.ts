import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { allowedAddress } from './post-bytes.ts';
import { pinnedLookup, type EgressPolicy } from './resolve.ts';

/** How often it is looked whether the other side is still there. */
const KEEP_ALIVE_MS = 30_000;

export interface Streaming {
  readonly headers: Readonly<Record<string, string>>;
  /** Until an answer begins; after that nothing may come for hours. */
  readonly timeoutMs: number;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/**
 * Asks by GET for an answer that goes on and on, at an address that a person named: its status, and its text in whatever pieces it comes, until the
 * other side or `signal` ends it. Who does not read it closes it. Follows no redirect, and speaks without encryption to the own network alone. Throws
 * EgressError or Error.
 */
export async function streamFrom(
  address: string,
  { headers, timeoutMs, signal }: Streaming,
  policy: EgressPolicy,
): Promise<{ readonly status: number; readonly pieces: AsyncIterable<string>; close(): void }> {
  const url = new URL(address);
  const resolved = await allowedAddress(url, policy);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      lookup: pinnedLookup(resolved),
      agent: false,
      signal,
      headers: { ...headers, 'user-agent': 'Kontor', 'accept-encoding': 'identity' },
      maxHeaderSize: 16_384,
      timeout: timeoutMs,
    });
    request.on('response', resolve).on('error', reject);
    request.on('timeout', () => request.destroy(new Error('Nobody answers')));
    request.end();
  });
  response.socket.setTimeout(0);
  response.socket.setKeepAlive(true, KEEP_ALIVE_MS);
  response.setEncoding('utf8');
  return { status: response.statusCode ?? 0, pieces: response, close: () => void response.destroy() };
}
