import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { EgressError, pinnedLookup, resolveHost, type EgressPolicy } from './resolve.ts';

const TIMEOUT_MS = 20_000;

/**
 * Sends bytes to an address that a person's device named, and answers status and headers, and after how many seconds another try makes sense
 * where that is said. Follows no redirect, reads nothing else, and speaks without encryption to the own network alone. Throws EgressError or Error.
 */
export async function postBytes(
  address: string,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer,
  policy: EgressPolicy,
): Promise<{
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly headers: IncomingMessage['headers'];
}> {
  const url = new URL(address);
  const resolved = await allowedAddress(url, policy);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(url, {
      method: 'POST',
      lookup: pinnedLookup(resolved),
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...headers, 'user-agent': 'Kontor' },
      maxHeaderSize: 16_384,
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
  response.destroy();
  const { headers: answered } = response;
  return { status: response.statusCode ?? 0, retryAfter: answered['retry-after'], headers: answered };
}

/** Where bytes may be posted to. Throws EgressError. */
export async function allowedAddress(url: URL, policy: EgressPolicy) {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressError('HOST_NOT_ALLOWED', url.protocol);
  if (url.username !== '' || url.password !== '') throw new EgressError('HOST_NOT_ALLOWED', url.hostname);
  const resolved = await resolveHost(url.hostname, policy);
  if (url.protocol === 'http:' && !resolved.internal) throw new EgressError('HOST_NOT_ALLOWED', url.hostname);
  return resolved;
}
