import type { Cost } from '@kontor/contract/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../metrics/metrics.ts';
import { fail } from '../operation/problem.ts';
import {
  PERSON_LIMITS,
  PRESSURE_LIMITS,
  RETRY_AFTER,
  atWorkOf,
  isShed,
  pressureOf,
  turnsOf,
  type Pressure,
  type PressureLimits,
  type Signs,
} from './rules.ts';
import { TurnRefused, Turnstile } from './turnstile.ts';

/** How often a job that gives way looks whether it may begin, and for how long it gives way at most. */
const LOOK_MS = 250;
const MAX_GIVING_WAY_MS = 10_000;

type PersonTurns = Readonly<Record<keyof typeof PERSON_LIMITS, Turnstile>>;

function ownTurns(turns: PersonTurns, cost: Cost | 'command'): Turnstile {
  if (cost === 'command') return turns.commands;
  return cost === 'outside' ? turns.outside : turns.all;
}

/** What is taken on and what is turned away, so that what is taken on is done in time. */
export class Load {
  readonly #signs: () => Omit<Signs, 'atWork'>;
  readonly #limits: PressureLimits;
  readonly #metrics: Metrics;
  readonly #turns: Turnstile;
  readonly #people = new Map<string, PersonTurns>();
  /** Requests that are being answered or wait for it, commands among them, by who sends them. */
  readonly #atWork = new Map<string, number>();

  constructor(options: {
    readonly signs: () => Omit<Signs, 'atWork'>;
    /** Database connections of requests. */
    readonly poolSize: number;
    readonly metrics: Metrics;
    readonly limits?: PressureLimits | undefined;
  }) {
    this.#signs = options.signs;
    this.#limits = options.limits ?? PRESSURE_LIMITS;
    this.#metrics = options.metrics;
    this.#turns = new Turnstile(turnsOf(options.poolSize));
    options.metrics.gauge('requests_in_work', () => this.#turns.inside);
    options.metrics.gauge('requests_waiting', () => this.#turns.waiting);
  }

  get pressure(): Pressure {
    return pressureOf({ ...this.#signs(), atWork: atWorkOf(this.#atWork.values()) }, this.#limits);
  }
  get inWork(): number {
    return this.#turns.inside;
  }
  get waiting(): number {
    return this.#turns.waiting;
  }

  /** Counts a request among those that are at work, from its first moment. `caller`: the session, or the address of who is not signed in. */
  async counted<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const count = (by: 1 | -1): void => {
      const now = (this.#atWork.get(caller) ?? 0) + by;
      if (now === 0) this.#atWork.delete(caller);
      else this.#atWork.set(caller, now);
    };
    count(1);
    try {
      return await work();
    } finally {
      count(-1);
    }
  }

  /** Turns away at the door what would not be done in time, before anything is spent on it. Throws UNAVAILABLE. */
  admit(cost: Cost): void {
    if (cost === 'light') return;
    const { pressure } = this;
    if (isShed(cost, pressure)) this.#refuse(cost, pressure);
    if ((cost === 'normal' || cost === 'heavy') && this.#turns.isFull) this.#refuse(cost, 'full');
  }

  /**
   * Does work when it is its turn, of its person's and of all. Throws TOO_MANY_REQUESTS if the person has too much at work and UNAVAILABLE
   * if all have.
   */
  async during<T>(person: string, cost: Cost | 'command', work: () => Promise<T>): Promise<T> {
    const leaving: (() => void)[] = [];
    const isEssential = cost === 'essential';
    const enter = async (turnstile: Turnstile): Promise<void> =>
      void leaving.push(await turnstile.enter({ isEssential }));
    const turns = this.#turnsOf(person);
    try {
      await this.#orRefuse(cost, 'person', async () => {
        if (cost === 'heavy') await enter(turns.heavy);
        await enter(ownTurns(turns, cost));
      });
      if (cost !== 'light' && cost !== 'outside' && cost !== 'command')
        await this.#orRefuse(cost, 'late', () => enter(this.#turns));
      return await work();
    } finally {
      for (const leave of leaving.toReversed()) leave();
      if (Object.values(turns).every(({ inside }) => inside === 0)) this.#people.delete(person);
    }
  }

  /** Waits while somebody waits for an answer and the machine is slow, though not for ever. For what nobody sits before. */
  async giveWay(mostMs = MAX_GIVING_WAY_MS): Promise<void> {
    const isInTheWay = (): boolean =>
      this.#atWork.size > 0 && pressureOf({ ...this.#signs(), atWork: Infinity }, this.#limits) !== 'calm';
    for (let waited = 0; isInTheWay() && waited < mostMs; waited += LOOK_MS) await sleep(LOOK_MS);
  }

  #turnsOf(person: string): PersonTurns {
    let turns = this.#people.get(person);
    if (turns === undefined) {
      turns = {
        all: new Turnstile(PERSON_LIMITS.all),
        heavy: new Turnstile(PERSON_LIMITS.heavy),
        outside: new Turnstile(PERSON_LIMITS.outside),
        commands: new Turnstile(PERSON_LIMITS.commands),
      };
      this.#people.set(person, turns);
    }
    return turns;
  }

  async #orRefuse(cost: Cost | 'command', reason: 'person' | 'late', wait: () => Promise<void>): Promise<void> {
    try {
      await wait();
    } catch (error) {
      if (error instanceof TurnRefused) this.#refuse(cost, reason);
      throw error;
    }
  }

  #refuse(cost: Cost | 'command', reason: 'person' | 'late' | 'full' | Pressure): never {
    this.#metrics.count('shed', { cost, reason });
    if (reason === 'person') return fail('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER.calm });
    const pressure = reason === 'late' || reason === 'full' ? 'busy' : reason;
    return fail('UNAVAILABLE', { retryAfter: RETRY_AFTER[pressure] });
  }
}
