import { BACKUP_CODES } from '@kontor/contract/account';
import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/crypto/secrets.ts';
import { readableSecret } from './readable.ts';
import { findFactor, spendCode } from './store/factors.ts';

/** What authenticator apps all know: SHA-1, six digits, half a minute. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps to either side for clocks that are not right. */
const TOLERANCE = 1;
/** The 160 bits of the hash (RFC 4226), 32 characters to type. */
const SEED_BYTES = 20;

const totpOf = (seed: string, names: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  new TOTP({ ...FORM, ...names, secret: Secret.fromBase32(seed) });

/** A new seed, base32. */
export const newSeed = (): string => new Secret({ size: SEED_BYTES }).base32;

/** What the QR code of a seed holds. A colon would part the label, so titles lose theirs. */
export const uriOf = (seed: string, title: string, userName: string): string =>
  totpOf(seed, { issuer: title.replaceAll(':', ' '), label: userName.replaceAll(':', ' ') }).toString();

/** The step of time that a code of six digits is of, if it is one of now, the step before or the one after. */
export function stepOf(seed: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(seed).validate({ token: code, timestamp: now, window: TOLERANCE });
  return delta === null ? undefined : Math.floor(now / 1000 / FORM.period) + delta;
}

/** Ten codes that can be read aloud, 49 bits each. */
export const newBackupCodes = (): string[] => Array.from({ length: BACKUP_CODES }, () => readableSecret(2));

/** A code as it is compared: without what readers put between. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/** What the database keeps of a backup code. Keyed by the seed, which is sealed anew with every other key: 49 bits alone could be tried out. */
export const hashBackupCode = (seed: string, code: string): Buffer =>
  createHmac('sha256', seed)
    .update(`backup code ${plainCode(code)}`)
    .digest();

/** What the seed of a person is sealed to. */
export const seedBinding = (instanceId: number, userId: number): string => `seed ${instanceId} ${userId}`;
export const sealSeed = (secrets: Secrets, instanceId: number, userId: number, seed: string): string =>
  secrets.seal(seed, seedBinding(instanceId, userId));
export const openSeed = (secrets: Secrets, instanceId: number, userId: number, sealed: string): string =>
  secrets.open(sealed, seedBinding(instanceId, userId));

/** Stands for the seed of whoever has none, so that the work is the same. */
const NOBODYS_SEED = 'A'.repeat(52);
/** Nobody's number: what is looked for under it takes its time and finds nothing. */
export const NOBODY = 0;

export interface SecondFactor {
  readonly isEnabled: boolean;
  /** Whether the code was good; it is used up then. */
  readonly used: 'step' | 'backup' | undefined;
}

/**
 * Checks a code of a person and uses it up. `mayUse` is false where the password was wrong already: then the same work is done, and
 * nothing is used up. `userId` is NOBODY for a name that is not known.
 */
export async function checkCode(
  context: { readonly db: Db; readonly secrets: Secrets; readonly now: number; readonly instanceId: number },
  userId: number,
  code: string,
  mayUse: boolean,
): Promise<SecondFactor> {
  const { db, secrets, now, instanceId } = context;
  const factor = await findFactor(db, instanceId, userId);
  const sealed = factor?.seed ?? null;
  const seed = sealed === null ? NOBODYS_SEED : openSeed(secrets, instanceId, userId, sealed);
  const plain = plainCode(code);
  const step = stepOf(seed, plain, now);
  const used = await spendCode(db, instanceId, mayUse && sealed !== null ? userId : NOBODY, {
    step,
    backupHash: hashBackupCode(seed, plain),
    now: new Date(now),
  });
  return { isEnabled: sealed !== null, used };
}
