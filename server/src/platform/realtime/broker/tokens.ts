import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { ALL_EVENTS } from '@kontor/contract/all';
import { StartError } from '../../start-error.ts';
import type { Ticket } from '../tickets.ts';

const LIFE_SECONDS = 15 * 60;
/** The broker's name as a resource: who a token is for, and what its scopes begin with. */
const RESOURCE = 'kontor';

/** Whom a token was given to, as the broker's lists show it. */
export interface TokenHolder {
  readonly userId: number;
  readonly sessionId: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** The name under which the holder of a token is known to the broker. */
export const subjectOf = ({ userId, sessionId, expiresAt }: TokenHolder): string =>
  `${userId}.${sessionId}.${expiresAt}`;

/** Reads what `subjectOf` wrote; undefined for a name that Kontor gave to nobody. */
export function holderOf(subject: string): TokenHolder | undefined {
  const [, userId, sessionId, expiresAt] = /^(\d+)\.([\w-]+)\.(\d+)$/.exec(subject) ?? [];
  if (userId === undefined || sessionId === undefined) return undefined;
  return { userId: Number(userId), sessionId, expiresAt: Number(expiresAt) };
}

/**
 * What a person's device may do in a virtual host: hear each topic that is theirs by its full name, through queues of their own,
 * and write nowhere.
 */
export function scopesOf(vhost: string, { userId, sessionId }: Ticket): string[] {
  const heard = [`user.${userId}`, `personal.${sessionId}`, ...ALL_EVENTS.map(({ type }) => `event.${type}`)];
  const own = ['configure', 'write', 'read'].map((right) => `${right}:${vhost}/stomp-subscription-*`);
  return [...own, ...heard.map((topic) => `read:${vhost}/amq.topic/${topic}`)].map((scope) => `${RESOURCE}.${scope}`);
}

export interface BrokerTokens {
  /** A token for one device of a person, good for 15 minutes in one virtual host. */
  issue(vhost: string, ticket: Ticket): Promise<string>;
}

function algorithmOf(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType === 'rsa') return 'RS256';
  return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ES256' : undefined;
}

/** Reads the private key that tokens are signed with. Its file's name without the ending is the id that the broker knows it by. */
export async function loadTokens(file: string, now: () => number): Promise<BrokerTokens> {
  const { SignJWT } = await import('jose');
  let key: KeyObject;
  try {
    key = createPrivateKey(await readFile(file));
  } catch (error) {
    throw new StartError(`The key that KONTOR_PONG_KEY names, ${file}, cannot be read as a private key (PEM).`, {
      cause: error,
    });
  }
  const alg = algorithmOf(key);
  if (alg === undefined)
    throw new StartError(`The key that KONTOR_PONG_KEY names, ${file}, must be an RSA or a P-256 key.`);
  const kid = basename(file, extname(file));
  return {
    issue(vhost, ticket) {
      const issuedAt = Math.floor(now() / 1000);
      const expiresAt = issuedAt + LIFE_SECONDS;
      return new SignJWT({ scope: scopesOf(vhost, ticket) })
        .setProtectedHeader({ alg, typ: 'JWT', kid })
        .setAudience(RESOURCE)
        .setSubject(subjectOf({ ...ticket, expiresAt }))
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
    },
  };
}
