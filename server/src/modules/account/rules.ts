/** Lifetimes of a session in milliseconds. */
const HOUR = 3_600_000;
export const SESSION_IDLE_MS = { cookie: 14 * 24 * HOUR, bearer: 30 * 24 * HOUR } as const;
export const SESSION_MOST_MS = 90 * 24 * HOUR;
/** A token is replaced when it is this old; the one before it stays good until the new one was used, and this much longer. */
export const TOKEN_AGE_MS = HOUR;
export const TOKEN_GRACE_MS = 2 * 60_000;
/** `last_used_at` is written no more often than this. */
export const TOUCH_MS = 60_000;

export interface SessionTimes {
  readonly kind: 'cookie' | 'bearer';
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  readonly tokenIssuedAt: number;
  /** Whether the current token was ever used; false where the answer that bore it may have been lost. */
  readonly tokenUsed: boolean;
  readonly endedAt: number | null;
}

export type TokenUse = 'current' | 'previous' | 'replaced';
export type SessionVerdict = 'good' | 'renew' | 'touch' | 'ended' | 'reused';

/**
 * What to do about a session that is used now with its current token, the one before it, or an older one.
 * `reused`: a replaced token came back after its time; somebody else may have it, so the session ends.
 */
export function judgeSession(session: SessionTimes, use: TokenUse, now: number): SessionVerdict {
  if (session.endedAt !== null || now >= session.expiresAt) return 'ended';
  if (use === 'replaced') return 'reused';
  const age = now - session.tokenIssuedAt;
  if (use === 'previous') {
    if (age <= TOKEN_GRACE_MS) return 'good';
    return session.tokenUsed ? 'reused' : 'renew';
  }
  if (age >= TOKEN_AGE_MS) return 'renew';
  return !session.tokenUsed || now - session.lastUsedAt >= TOUCH_MS ? 'touch' : 'good';
}

/** A proof of who somebody is counts so long. */
export const PROOF_MS = 5 * 60_000;

/** Whether a proof that was given at `provenAt` (null: none was) still counts. */
export const isProofFresh = (provenAt: number | null, now: number): boolean =>
  provenAt !== null && now - provenAt <= PROOF_MS;

export interface SignInFacts {
  /** False for who is not known or has left, too. */
  readonly isActive: boolean;
  readonly isUnlocked: boolean;
  /** Whether the second factor is enabled. */
  readonly hasSecondFactor: boolean;
  readonly proven: { readonly password: boolean; readonly code: boolean; readonly passkey: boolean };
}

/**
 * Whether somebody is signed in: the one rule for every way there is. A passkey with user verification is both factors.
 * `locked` is told only to who has proven everything.
 */
export function judgeSignIn({
  isActive,
  isUnlocked,
  hasSecondFactor,
  proven,
}: SignInFacts): 'open' | 'locked' | 'failed' {
  const byPassword = proven.password && (proven.code || !hasSecondFactor);
  if (!isActive || !(proven.passkey || byPassword)) return 'failed';
  return isUnlocked ? 'open' : 'locked';
}

/**
 * Whether a name that nobody bears is said to have a second factor: always the same for one name, and as often as people of the
 * instance have one. `hash` is keyed, base64url.
 */
export function pretendsFactor(hash: string, share: number): boolean {
  const fraction = Buffer.from(hash, 'base64url').readUInt32BE(0) / 2 ** 32;
  return fraction < share;
}

/** End of a session that is used now. */
export const expiryOf = (kind: 'cookie' | 'bearer', createdAt: number, now: number): number =>
  Math.min(now + SESSION_IDLE_MS[kind], createdAt + SESSION_MOST_MS);

const segmenter = new Intl.Segmenter('de');

/** The first characters of a text as people count them. */
const first = (text: string, count: number): string =>
  Array.from(segmenter.segment(text.trim()), ({ segment }) => segment)
    .slice(0, count)
    .join('');

/** Initials of a person: of first and last name, else of the user name. */
export function initialsOf(firstName: string, lastName: string, userName: string): string {
  const letters = first(firstName, 1) + first(lastName, 1);
  return (letters || first(userName, 2)).toLocaleUpperCase('de');
}
