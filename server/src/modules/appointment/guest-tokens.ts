import { createHash, randomBytes } from 'node:crypto';

/** What a link of a guest bears. */
export const newGuestToken = (): string => randomBytes(32).toString('base64url');
/** What the database keeps of it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
