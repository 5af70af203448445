import { randomInt } from 'node:crypto';

/** Without letters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random secret that can be read aloud and typed, in groups of five characters: 24.8 bits a group. */
export const readableSecret = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');
