import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';

/** Whether two texts are the same, in a time that does not tell how far they are. */
function isSame(one: Buffer, other: Buffer): boolean {
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}

const single = (header: string | string[] | undefined): string => (typeof header === 'string' ? header.trim() : '');

/** Whether a header is the HMAC-SHA256 of a body by a key. */
export function isHmac(
  header: string | string[] | undefined,
  body: Buffer,
  key: string,
  encoding: 'hex' | 'base64',
): boolean {
  const given = Buffer.from(single(header), encoding);
  return isSame(given, createHmac('sha256', key).update(body).digest());
}

/** Whether a header is the signature of a body (RSA-SHA256, base64) by the owner of a public key in PEM. */
export function isRsa(header: string | string[] | undefined, body: Buffer, key: string): boolean {
  try {
    return verify('RSA-SHA256', body, createPublicKey(key), Buffer.from(single(header), 'base64'));
  } catch {
    return false;
  }
}
