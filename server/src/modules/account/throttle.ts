import type { Db } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/egress/index.ts';
import type { Instance, Platform } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { forgetTry, forgetTries, markNotified, takeTry } from './store/tries.ts';

/** Wrong tries are counted for a quarter of an hour. */
export const WINDOW_MS = 15 * 60_000;

/** How often each may be wrong, or (`check`, `reset`, `ceremony` and guests of booking pages) ask, in that time. */
const MAX_TRIES = {
  account: 10,
  device: 10,
  address: 100,
  secret: 100,
  appPassword: 100,
  fence: 300,
  person: 10,
  proof: 10,
  check: 300,
  reset: 5,
  ceremony: 300,
  bookingView: 300,
  booking: 30,
} as const;

/** Those whose key is an address. */
const BY_ADDRESS: readonly string[] = [
  'address',
  'secret',
  'appPassword',
  'fence',
  'check',
  'ceremony',
] satisfies (keyof typeof MAX_TRIES)[];

/**
 * What tries are counted by. `account`: tries from devices that never signed in; `device`: tries from one that did; `address`: passwords by
 * network address; `secret`: passkeys, links and codes by network address; `appPassword`: app passwords by network address; `fence`: keys of places by network address; `person`: codes that a person confirms; `proof`: passwords and
 * codes in a session that is signed in. Requests, right or wrong, by `check`, `reset` and `ceremony`; what guests see
 * and send of a booking page, by network and page, by `bookingView` and `booking`.
 */
export interface Counted {
  readonly kind: keyof typeof MAX_TRIES;
  readonly key: string;
}

/** A try that was admitted and counted as a wrong one, until it turns out right. */
export interface Admitted {
  readonly at: Date;
  readonly counted: readonly Counted[];
}

/** Where and when something is counted. */
interface CountingContext {
  readonly db: Db;
  readonly instanceId: number;
  readonly now: number;
}

export const countingContext = ({ database, now }: Platform, { id }: Instance): CountingContext => ({
  db: database.forInstance(id),
  instanceId: id,
  now: now(),
});

const keyOf = ({ kind, key }: Counted): string => `${kind} ${BY_ADDRESS.includes(kind) ? networkOf(key) : key}`;

/**
 * Counts a try before it is looked at, so that a thousand at once are no more than ten, on however many servers. Fails with
 * TOO_MANY_REQUESTS, and counts nothing, where one of the counts is full.
 */
export const admit = (counting: CountingContext, counted: readonly Counted[]): Promise<Admitted> =>
  counting.db.transaction().execute((db) => admitIn({ ...counting, db }, counted));

/** `admit` in a transaction that is there; it has to be rolled back where this fails. */
export async function admitIn(
  { db, instanceId, now }: CountingContext,
  counted: readonly Counted[],
): Promise<Admitted> {
  const at = new Date(now);
  const since = new Date(now - WINDOW_MS);
  for (const one of counted) {
    const freeAt = await takeTry(db, instanceId, { key: keyOf(one), at, since, most: MAX_TRIES[one.kind] });
    if (freeAt === undefined) continue;
    const retryAfter = Math.max(1, Math.ceil((freeAt.getTime() + WINDOW_MS - now) / 1000));
    return fail('TOO_MANY_REQUESTS', { retryAfter });
  }
  return { at, counted };
}

/** It was right: the account's count begins anew, the address's is one less. */
export async function wasRight(
  { db, instanceId }: Omit<CountingContext, 'now'>,
  { at, counted }: Admitted,
): Promise<void> {
  for (const one of counted) {
    if (BY_ADDRESS.includes(one.kind)) await forgetTry(db, instanceId, keyOf(one), at);
    else await forgetTries(db, instanceId, keyOf(one));
  }
}

/** It was wrong. Returns those whose count is full now, and of whom nobody was told yet for as long as it has been. */
export async function wasWrong(
  { db, instanceId, now }: CountingContext,
  { counted }: Admitted,
): Promise<readonly Counted[]> {
  const since = new Date(now - WINDOW_MS);
  const full: Counted[] = [];
  for (const one of counted) {
    const [key, most] = [keyOf(one), MAX_TRIES[one.kind]];
    if (await markNotified(db, instanceId, { key, at: new Date(now), since, most })) full.push(one);
  }
  return full;
}
