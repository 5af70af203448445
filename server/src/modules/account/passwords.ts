import { hash, verify } from '@node-rs/argon2';
import { Turnstile } from '../../platform/load/turnstile.ts';
import { fail } from '../../platform/operation/problem.ts';
import { readableSecret } from './readable.ts';

/** Parameters of argon2id (OWASP's first choice); each hash bears its own, so they can be raised. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * A hash takes 13 ms of a core and 19 MiB; more at once would only make all of them late, and who waits behind two hundred others has given
 * up before it is their turn.
 */
const turns = new Turnstile({ most: 4, queue: 200, waitMs: 20_000 });
const RETRY_SECONDS = 5;

/** Fails with UNAVAILABLE where too many wait already. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const leave = await turns.enter().catch(() => fail('UNAVAILABLE', { retryAfter: RETRY_SECONDS }));
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Hash of a password for the database. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

let dummy: Promise<string> | undefined;

/** Whether a password is the right one. For an unknown person (null) the work is done all the same, and the answer is no. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  // Not in turn: where it were refused, nobody could sign in any more.
  dummy ??= hash('no password has this hash', OPTIONS);
  const against = stored ?? (await dummy);
  const right = await inTurn(() => verify(against, password));
  return right && stored !== null;
}

/** Whether a hash was made with weaker parameters than those of today, and is to be made anew while the password is at hand. */
export function isOutdated(stored: string): boolean {
  const match = /^\$argon2id\$v=\d+\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored);
  return match === null || Number(match[1]) < OPTIONS.memoryCost || Number(match[2]) < OPTIONS.timeCost;
}

/** A password that can be read aloud and typed: 74 bits. */
export const generatePassword = (): string => readableSecret(3);
