import { randomInt } from 'node:crypto';

const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
/** The name of a page that nobody guesses. */
export const newSlug = (): string => Array.from({ length: 14 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
