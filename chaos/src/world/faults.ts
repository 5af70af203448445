import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../web/src/client/core/simulation/clock.ts';
import type { Words } from '../clients/words.ts';
import { endSessions } from './oracle.ts';
import { FAIR, type Proxy, type Weather } from './proxy.ts';
import { childrenOf, signalTo } from './server-process.ts';
import type { Servers } from './servers.ts';
import { INSTANCES, type Fixture } from './fixture.ts';

export interface FaultContext {
  readonly servers: Servers;
  readonly proxies: readonly Proxy[];
  readonly fixture: Fixture;
  readonly words: Words;
  /** Connection string of the database at this moment. */
  readonly url: () => Promise<string>;
  /** True where the database is the server's own, whose processes can be reached. */
  readonly isEmbedded: boolean;
  /** Whether nothing but the servers looks at the time: a broker takes no ticket of another day. */
  readonly movesClock: boolean;
  /** How many times as long as in a short run it goes well in between. */
  readonly spread: number;
  /** Commands that were answered so far, and how many are to be in between: on a busy machine a server would do nothing but start. */
  readonly answered: () => number;
  readonly leastAnswered: number;
}

/** How the way is on an ordinary day of this run. */
const ROUGH: Weather = {
  ...FAIR,
  loseRequest: 0.01,
  halveRequest: 0.005,
  loseAnswer: 0.015,
  halveAnswer: 0.005,
  cutAfter: 0.01,
  delay: 4,
};

const HOUR_MS = 3_600_000;
/** Where nothing is answered any more, things go wrong all the same. */
const MAX_PATIENCE_MS = 60_000;

/** What goes wrong, track by track, at moments and in ways that the seed alone decides. */
export class Faults {
  /** What was done, in the order of its time. */
  readonly plan: string[] = [];
  readonly counts: Record<string, number> = {};
  /** Tracks in which something goes wrong just now. */
  readonly busy = new Set<string>();
  readonly #world: FaultContext;
  readonly #seed: number;
  readonly #began = performance.now();
  readonly #randoms = new Map<string, Random>();
  #isOver: () => boolean = () => false;

  constructor(world: FaultContext, seed: number) {
    this.#world = world;
    this.#seed = seed;
  }

  /** Lets things go wrong until it is told to stop, and puts everything right again. Called again, it goes on where it was. */
  async run(goesOn: () => boolean): Promise<void> {
    this.#isOver = () => !goesOn();
    for (const proxy of this.#world.proxies) proxy.weather = ROUGH;
    await Promise.all([
      this.#track('machine', [800, 4000], (random) => this.#machine(random)),
      this.#track('network', [300, 2500], (random) => this.#network(random)),
      ...(this.#world.movesClock ? [this.#track('clock', [1500, 6000], (random) => this.#clock(random))] : []),
      this.#track('rights', [1000, 5000], (random) => this.#rights(random)),
    ]);
    await this.heal();
  }

  /** Puts everything right. */
  async heal(): Promise<void> {
    const { servers, proxies } = this.#world;
    servers.moveClock(0);
    for (const proxy of proxies) {
      proxy.weather = FAIR;
      proxy.isCut = false;
      proxy.swallows = false;
    }
    await servers.start();
  }

  /** One kind of trouble after another. */
  async #track(name: string, [least, most]: readonly [number, number], happen: (random: Random) => Promise<void>) {
    const random = this.#randoms.get(name) ?? new Random(this.#seed ^ hashOf(name));
    this.#randoms.set(name, random);
    while (!this.#isOver()) {
      await this.#goWell(random.between(least, most) * this.#world.spread);
      if (this.#isOver()) return;
      this.busy.add(name);
      await happen(random);
      this.busy.delete(name);
    }
  }

  /** Lets so much time pass, and so many commands be answered. */
  async #goWell(ms: number): Promise<void> {
    const { answered, leastAnswered } = this.#world;
    const [end, enough] = [performance.now() + MAX_PATIENCE_MS, answered() + leastAnswered];
    await this.#nap(ms);
    while (answered() < enough && performance.now() < end && !this.#isOver()) await sleep(20);
  }

  async #nap(ms: number): Promise<void> {
    for (const end = performance.now() + ms; performance.now() < end && !this.#isOver();) await sleep(20);
  }

  #say(what: string, about = ''): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
    this.plan.push(`${((performance.now() - this.#began) / 1000).toFixed(2)} s  ${what} ${about}`);
  }

  async #machine(random: Random): Promise<void> {
    const { servers, url, isEmbedded } = this.#world;
    const server = servers.all.length > 1 ? random.pick(servers.all) : servers.first;
    const down = random.between(0, 400);
    const ms = random.between(100, 2500);
    const dice = random.next();
    if (dice < 0.35) {
      this.#say('server killed', `for ${down} ms`);
      return server.kill(down);
    }
    if (dice < 0.45) {
      this.#say('server stopped in order', `for ${down} ms`);
      return server.stop(down);
    }
    if (dice < 0.55) {
      this.#say('server paused', `for ${ms} ms`);
      return server.pause(ms);
    }
    if (dice < 0.75 || !isEmbedded) {
      const ended = await url()
        .then(endSessions)
        .catch(() => 0);
      return this.#say('database sessions ended', `${ended}`);
    }
    if (dice < 0.8) {
      this.#say('power cut', `for ${down} ms`);
      return server.powerCut(down);
    }
    const pid = server.databasePid();
    if (pid === undefined) return;
    const children = await childrenOf(pid);
    if (dice < 0.86) {
      this.#say('database killed');
      signalTo(pid, 'SIGKILL');
    } else if (dice < 0.9 && children.length > 0) {
      this.#say('database process killed');
      signalTo(random.pick(children), 'SIGKILL');
    } else if (dice < 0.95) {
      this.#say('database restarted');
      signalTo(pid, 'SIGINT');
    } else {
      this.#say('database paused', `for ${ms} ms`);
      for (const one of [pid, ...children]) signalTo(one, 'SIGSTOP');
      await sleep(ms);
      for (const one of [...children, pid]) signalTo(one, 'SIGCONT');
    }
  }

  async #network(random: Random): Promise<void> {
    const proxy = random.pick(this.#world.proxies);
    const ms = random.between(200, 2000);
    const dice = random.next();
    const share = (most: number): number => random.next() * most;
    if (dice < 0.3) {
      this.#say('storm', `for ${ms} ms`);
      proxy.weather = {
        ...ROUGH,
        loseRequest: share(0.1),
        halveRequest: share(0.05),
        loseAnswer: share(0.1),
        halveAnswer: share(0.05),
        cutAfter: share(0.1),
        delay: random.between(0, 80),
      };
      await this.#nap(ms);
      proxy.weather = ROUGH;
    } else if (dice < 0.45) {
      this.#say('network slowed', `for ${ms} ms`);
      proxy.weather = { ...ROUGH, delay: 60, rate: random.between(50_000, 400_000) };
      await this.#nap(ms);
      proxy.weather = ROUGH;
    } else if (dice < 0.6) {
      this.#say('all connections cut');
      proxy.cutAll();
    } else if (dice < 0.75) {
      this.#say('network cut', `for ${ms} ms`);
      proxy.isCut = true;
      proxy.cutAll();
      await this.#nap(ms);
      proxy.isCut = false;
    } else if (dice < 0.85) {
      this.#say('network silent', `for ${ms} ms`);
      proxy.swallows = true;
      await this.#nap(ms);
      proxy.swallows = false;
      proxy.cutAll();
    } else {
      this.#say('real-time connections ended');
      proxy.endChannels(0.5);
    }
  }

  async #clock(random: Random): Promise<void> {
    const far = random.hits(0.2) ? 30 * HOUR_MS : random.hits(0.4) ? 2 * HOUR_MS : 120_000;
    const ms = random.between(random.hits(0.5) ? -far : 0, far);
    this.#say('clock moved', `to ${(ms / 1000).toFixed(0)} s`);
    this.#world.servers.moveClock(ms);
  }

  /** Somebody may not see mails for a while: what was asked for after that must not have any. */
  async #rights(random: Random): Promise<void> {
    const { fixture, words } = this.#world;
    const instance = random.pick(INSTANCES);
    this.#say('right taken', `from dora of ${instance}`);
    await fixture.setMailRight(instance, 'dora', false);
    words.bar(instance, 'dora');
    await this.#nap(random.between(500, 2500));
    words.unbar(instance, 'dora');
    await fixture.setMailRight(instance, 'dora', true);
  }
}

/** A number of a name. */
export const hashOf = (name: string): number => Buffer.from(name).reduce((hash, byte) => (hash * 31 + byte) | 0, 7);
