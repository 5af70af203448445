import { createHash, randomBytes } from 'node:crypto';
import type { Secrets } from '../../../platform/crypto/secrets.ts';

/** What the key or password of a telephone system is sealed to. */
export const lineBinding = (instanceId: number | string, lineId: number | string): string =>
  `phone_line ${instanceId} ${lineId}`;

/** What the secret is sealed to by which a telephone system's history is asked. */
export const historyBinding = (instanceId: number | string, lineId: number | string): string =>
  `phone_line history ${instanceId} ${lineId}`;

/** The secret part of an address that a telephone system posts to. */
export const newPathSecret = (): string => randomBytes(32).toString('base64url');

export const hashOfPath = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Opens what was sealed; undefined where nothing was, or another key file has sealed it: then it has to be typed again. */
export function openSealed(secrets: Pick<Secrets, 'open'>, sealed: string | null, bound: string): string | undefined {
  try {
    return sealed === null ? undefined : secrets.open(sealed, bound);
  } catch {
    return undefined;
  }
}
