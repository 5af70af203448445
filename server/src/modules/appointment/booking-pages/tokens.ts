import { createHash, randomBytes, randomInt } from 'node:crypto';

/** What a link of a guest bears. */
export const newBookingToken = (): string => randomBytes(32).toString('base64url');
/** What the database keeps of it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
/** The name of a page that nobody guesses. */
export const newSlug = (): string => Array.from({ length: 14 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
