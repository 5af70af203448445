import type { Cost } from '@kontor/contract/kernel';

/** How hard the server has it: `busy` puts off what can wait, `overloaded` all that is not sign-in, sending or saving. */
export type Pressure = 'calm' | 'busy' | 'overloaded';

interface Levels {
  readonly busy: number;
  readonly overloaded: number;
}

/** From where on it is which: times in milliseconds, and requests at work. */
export interface PressureLimits {
  readonly lagMs: Levels;
  readonly waitMs: Levels;
  readonly atWork: Levels;
}

/** So few requests are never turned away: they wait. No more than that of one person is at work at once, either. */
const FEW = 6;

/** How much is at work, by how many requests each sends: what waits for others of its own person makes nobody else slow. */
export function atWorkOf(counts: Iterable<number>): number {
  let sum = 0;
  for (const count of counts) sum += Math.min(count, FEW);
  return sum;
}

export const PRESSURE_LIMITS: PressureLimits = {
  lagMs: { busy: 200, overloaded: 1000 },
  waitMs: { busy: 1000, overloaded: 1500 },
  // One person counts twice in the first moment of a session: by address until it has proven good, by the session from then on.
  atWork: { busy: 2 * FEW, overloaded: 5 * FEW },
};

/** For what is not to depend on how busy the machine is: a backup that is tried, and tests that are not about load. */
export const NEVER_SHED: PressureLimits = {
  lagMs: { busy: Infinity, overloaded: Infinity },
  waitMs: { busy: Infinity, overloaded: Infinity },
  atWork: { busy: Infinity, overloaded: Infinity },
};

export interface Signs {
  /** The longest that the process did nothing else lately. */
  readonly lagMs: number;
  /** For how long the one who has waited longest has been waiting for a database connection. */
  readonly waitMs: number;
  /** Requests that are being answered or wait for their turn. */
  readonly atWork: number;
}

/**
 * How hard the server has it by its own work. All is slow on a machine that others keep busy, too, and there nobody is helped by
 * turning somebody away: without many requests at work it is calm.
 */
export function pressureOf({ lagMs, waitMs, atWork }: Signs, limits: PressureLimits = PRESSURE_LIMITS): Pressure {
  const is = (level: keyof Levels): boolean =>
    (lagMs > limits.lagMs[level] || waitMs > limits.waitMs[level]) && atWork > limits.atWork[level];
  if (is('overloaded')) return 'overloaded';
  return is('busy') ? 'busy' : 'calm';
}

/** Whether work of a cost is turned away. What is light never is: sign-in, sending and saving are. */
export function isShed(cost: Cost, pressure: Pressure): boolean {
  if (cost === 'light' || cost === 'essential') return false;
  return pressure === 'overloaded' || (pressure === 'busy' && cost === 'heavy');
}

/** Seconds after which trying again makes sense; clients add some of their own, so that they do not come all at once. */
export const RETRY_AFTER: Readonly<Record<Pressure, number>> = { calm: 1, busy: 2, overloaded: 3 };

/** Where few of one person wait, nobody else is made slow by it, however long the machine takes. */
const PERSON_PATIENCE = { few: FEW, waitMs: 30_000 };

/** How much of one person is at work at once, how much more may wait, and for how long. */
export const PERSON_LIMITS: Readonly<Record<'heavy' | 'outside' | 'all' | 'commands', TurnLimits>> = {
  heavy: { most: 2, queue: 4, waitMs: 5000, patience: PERSON_PATIENCE },
  // A mail may bear a hundred images on slow servers.
  outside: { most: 6, queue: 200, waitMs: 60_000 },
  // Saving waits rather than fails; many changes of one item would else hold all connections while they wait for each other.
  commands: { most: 4, queue: 500, waitMs: 30_000 },
  all: { most: FEW, queue: 60, waitMs: 5000, patience: PERSON_PATIENCE },
};

export interface TurnLimits {
  readonly most: number;
  readonly queue: number;
  readonly waitMs: number;
  /** Where no more than `few` wait, and for what is essential, `waitMs` is so long. */
  readonly patience?: { readonly few: number; readonly waitMs: number };
}

/** More than the database has connections, for what is answered from memory needs none; few enough that nobody waits for long. */
const PER_CONNECTION = 3;
const QUEUE_PER_TURN = 8;
/** Among many that wait, an answer that comes later than this is one that the person has given up on. */
const TURN_WAIT_MS = 500;
const PATIENT_WAIT_MS = 5000;

/** How many queries of all people are at work at once, by the number of database connections. */
export const turnsOf = (poolSize: number): TurnLimits => ({
  most: poolSize * PER_CONNECTION,
  queue: poolSize * PER_CONNECTION * QUEUE_PER_TURN,
  waitMs: TURN_WAIT_MS,
  patience: { few: FEW, waitMs: PATIENT_WAIT_MS },
});
