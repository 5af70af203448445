import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { readBytes } from './fetch-public.ts';
import { allowedAddress } from './post-bytes.ts';
import { pinnedLookup, type EgressPolicy } from './resolve.ts';

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * Sends a form with secrets in it to an address that a person named, and returns whatever comes back. Follows no redirect, and speaks
 * without encryption to the own network alone. Throws EgressError or Error.
 */
export async function postForm(
  address: string,
  form: Readonly<Record<string, string>>,
  policy: EgressPolicy,
): Promise<{ readonly status: number; readonly body: string }> {
  const url = new URL(address);
  const resolved = await allowedAddress(url, policy);
  const body = new URLSearchParams(form).toString();
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(url, {
      method: 'POST',
      lookup: pinnedLookup(resolved),
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json',
        'user-agent': 'Kontor',
        'accept-encoding': 'identity',
      },
      maxHeaderSize: 16_384,
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
  return { status: response.statusCode ?? 0, body: (await readBytes(response, MAX_BYTES)).toString() };
}
