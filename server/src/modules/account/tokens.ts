import { createHash, randomBytes } from 'node:crypto';

/** An access token: opaque, 256 random bits behind the number of the instance that issued it. */
export const newToken = (instanceId: number): string =>
  `k${instanceId.toString(36)}.${randomBytes(32).toString('base64url')}`;

/** What the database keeps of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const instanceOf = (pattern: RegExp, token: string): number | undefined => {
  const match = pattern.exec(token);
  return match?.[1] === undefined ? undefined : Number.parseInt(match[1], 36);
};

/** Number of the instance that a token claims to be of; undefined where it is no token of ours. */
export const instanceOfToken = (token: string): number | undefined =>
  instanceOf(/^k([0-9a-z]{1,6})\.[A-Za-z0-9_-]{43}$/, token);

/** What a one-time link bears: like an access token, and good for no request. */
export const newLinkToken = (instanceId: number): string =>
  `l${instanceId.toString(36)}.${randomBytes(32).toString('base64url')}`;

/** Number of the instance that a link's token claims to be of; undefined where it is none. */
export const instanceOfLinkToken = (token: string): number | undefined =>
  instanceOf(/^l([0-9a-z]{1,6})\.[A-Za-z0-9_-]{43}$/, token);
