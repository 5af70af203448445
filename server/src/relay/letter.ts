import type { FastifyRequest } from 'fastify';
import { DEVICE_HEADER, TTL_S, readDeviceHeader, type Envelope, type ServiceDevice } from '../platform/push/index.ts';

/** As base64url, with what stands around them, more would not go into the 4096 bytes of Apple's and Google's messages. */
export const MAX_BODY = 2800;
const SALT_BYTES = 16;
const HEAD_BYTES = 21 + 65;
const TAG_BYTES = 16;

/** Whether bytes have the form of what is encrypted for a device (RFC 8188 and 8291): nothing else is carried. */
export function isEncrypted(body: Buffer): boolean {
  if (body.length < HEAD_BYTES + TAG_BYTES + 1 || body.length > MAX_BODY) return false;
  const recordBytes = body.readUInt32BE(SALT_BYTES);
  return body[20] === 65 && body[21] === 4 && recordBytes >= 18 && body.length - HEAD_BYTES <= recordBytes;
}

/** Reads what a server has sent; undefined where it is not what a relay carries. */
export function readLetter(
  headers: FastifyRequest['headers'],
  body: unknown,
): { readonly device: ServiceDevice; readonly envelope: Envelope } | undefined {
  const device = readDeviceHeader(headers[DEVICE_HEADER]);
  const { ttl, topic, urgency = 'normal' } = headers;
  if (device === undefined || !Buffer.isBuffer(body) || !isEncrypted(body)) return undefined;
  if (headers['content-encoding'] !== 'aes128gcm' || !/^\d{1,7}$/.test(String(ttl))) return undefined;
  if (typeof topic !== 'string' || !/^[\w-]{1,32}$/.test(topic)) return undefined;
  const known = (['high', 'normal', 'low'] as const).find((one) => one === urgency);
  if (known === undefined) return undefined;
  return { device, envelope: { body, ttl: Math.min(Number(ttl), TTL_S), urgency: known, topic } };
}
