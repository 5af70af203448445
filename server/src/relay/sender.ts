import { createHash } from 'node:crypto';

/** Who pushes says so for a day at most (RFC 8292), and a little for clocks that differ. */
const MAX_S = 86_400 + 300;
const POINT_BYTES = 65;

const HEADER = /^vapid t=([\w.-]+), ?k=([\w-]+)$/;

/**
 * Returns what a server is counted by that has signed for this relay: the hash of its key. Undefined where the signature is not by the key that it shows,
 * is for another relay, or is old. Any key will do, for a relay knows no servers: what it stands for is that whoever sends is one and the same.
 */
export async function senderOf(header: unknown, audience: string, now: number): Promise<string | undefined> {
  const [, token = '', key = ''] = HEADER.exec(typeof header === 'string' ? header : '') ?? [];
  const point = Buffer.from(key, 'base64url');
  if (point.length !== POINT_BYTES || point[0] !== 4) return undefined;
  const { importJWK, jwtVerify } = await import('jose');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  try {
    const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
    const { payload } = await jwtVerify(token, jwk, {
      algorithms: ['ES256'],
      audience,
      currentDate: new Date(now),
      requiredClaims: ['exp'],
    });
    if ((payload.exp ?? Infinity) - now / 1000 > MAX_S) return undefined;
    return createHash('sha256').update(point).digest('base64url');
  } catch {
    return undefined;
  }
}
