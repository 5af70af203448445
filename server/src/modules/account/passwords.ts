import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Parameters of argon2id (OWASP's first choice); each hash bears its own, so they can be raised. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A hash takes 13 ms of a core and 19 MiB; more at once would only make all of them late. */
const MOST_AT_ONCE = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Hash of a password for the database. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

let dummy: Promise<string> | undefined;

/** Whether a password is the right one. For an unknown person (null) the work is done all the same, and the answer is no. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('no password has this hash');
  const against = stored ?? (await dummy);
  const right = await inTurn(() => verify(against, password));
  return right && stored !== null;
}

/** Whether a hash was made with weaker parameters than those of today, and is to be made anew while the password is at hand. */
export function isOutdated(stored: string): boolean {
  const match = /^\$argon2id\$v=\d+\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored);
  return match === null || Number(match[1]) < OPTIONS.memoryCost || Number(match[2]) < OPTIONS.timeCost;
}

/** A password that can be read aloud and typed: 74 bits in groups of five, without letters that look alike. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group()].join('-');
}
