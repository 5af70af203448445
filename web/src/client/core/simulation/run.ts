import { createReplica } from '../replica.ts';
import { CommandQueue } from '../queue.ts';
import { createStaleLists } from '../stale-lists.ts';
import { EntityStore } from '../entity-store.ts';
import { ListStore } from '../list-store.ts';
import { checkCommands, checkPages, checkShown, type Violation } from './check.ts';
import { Page, type Assembly } from './page.ts';
import { People } from './person.ts';
import { LIST_NAMES } from './server.ts';
import { NO_FAULTS, World, type Faults } from './world.ts';

/** The client as it is shipped. */
export const SOUND: Assembly = {
  parts: {
    store: () => new EntityStore(),
    lists: (store) => new ListStore(store),
    staleLists: createStaleLists,
    queue: (world, events) => new CommandQueue(world, events),
  },
  world: (world) => world,
  make: createReplica,
  receive: (replica, event) => replica.receive(event),
  hear: (replica, message) => replica.queue.hear(message),
};

export interface Outcome {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** What happened, line by line; only where it was asked for. */
  readonly trace: readonly string[];
  readonly steps: number;
}

/** So much happens at most in one run; what goes on for longer never rests. */
const MAX_STEPS = 30_000;
const LASTS_MS = 30_000;
const DAY_MS = 24 * 3_600_000;

class Run {
  readonly world: World;
  readonly people: People;
  readonly #assembly: Assembly;
  /** All that were opened, in their order. */
  readonly pages: Page[] = [];
  readonly #pages: number;
  readonly #isCalm: boolean;
  readonly #hasRefusals: boolean;
  readonly #hasColleagues: boolean;
  readonly #storageFails: boolean;
  readonly #violations: Violation[] = [];
  #named = 0;
  #sessions = 0;
  steps = 0;

  constructor(seed: number, assembly: Assembly, isTraced: boolean) {
    this.#assembly = assembly;
    // What kind of run it is must not depend on what happens in it.
    const setUp = new World(seed, 0, false).random;
    this.#pages = setUp.between(1, 4);
    this.#isCalm = setUp.hits(0.25);
    this.#hasColleagues = !this.#isCalm && setUp.hits(0.6);
    this.#hasRefusals = !this.#isCalm && setUp.hits(0.4);
    this.#storageFails = !this.#isCalm && setUp.hits(0.15);
    this.world = new World(seed, setUp.hits(0.06) ? setUp.between(105, 130) : setUp.between(4, 14), isTraced);
    this.people = new People(this.world, this.#isCalm, this.#pages);
    this.#plan();
  }

  #plan(): void {
    const { random, clock } = this.world;
    const at = (share: number, most: number, run: () => void): void => {
      if (!random.hits(share)) return;
      for (let n = random.between(1, most); n > 0; n -= 1) clock.later(random.between(100, LASTS_MS), run);
    };
    this.#signIn('anna');
    for (let n = 0; n < this.#pages; n += 1) this.#open('anna');
    for (let n = random.between(5, 30); n > 0; n -= 1)
      clock.later(random.between(100, LASTS_MS), () => this.#makeChange());
    at(0.4, 3, () => this.#burst());
    at(1, 8, () => this.#watch());
    if (this.#hasColleagues) at(1, 12, () => this.people.colleague(true));
    if (this.#hasRefusals) {
      at(0.7, 4, () => this.#withPage((page) => this.people.discard(page)));
      at(0.7, 4, () => this.#withPage((page) => this.people.retry(page)));
    }
    at(0.4, 3, () => this.#offline());
    at(0.4, 3, () => this.#stormy());
    at(0.2, 2, () => this.#cut());
    at(0.3, 2, () => this.#kill());
    at(0.2, 2, () => this.#nap());
    at(0.2, 1, () => this.#endSession());
    at(0.2, 2, () => this.#clockJumps());
    if (this.#storageFails) at(1, 2, () => this.#fullStorage());
  }

  #live(person = 'anna'): Page[] {
    return this.pages.filter((page) => page.person === person && !page.isDead());
  }

  #withPage(run: (page: Page) => void): void {
    const pages = this.#live().filter((page) => !page.isAsleep());
    if (pages.length > 0) run(this.world.random.pick(pages));
  }

  #open(person: string): Page {
    const page = new Page(this.world, `p${this.#named}`, person, this.#assembly);
    this.#named += 1;
    page.onEnd = (how) => this.people.onEnd(page, how, this.#storageFails);
    this.world.pages.push(page);
    this.pages.push(page);
    this.world.say(() => `${page.name} opens for ${person}`);
    for (const name of LIST_NAMES) if (this.world.random.hits(0.7)) page.watch(name, true);
    return page;
  }

  #signIn(person: string): void {
    this.#sessions += 1;
    this.world.session = { person, id: this.#sessions };
    this.world.say(() => `${person} signs in`);
  }

  #makeChange(): void {
    this.#withPage((page) => this.people.makeChange(page, this.#hasRefusals ? 0.2 : 0));
  }

  /** Many changes at once, over all pages. */
  #burst(): void {
    for (let n = this.world.random.between(3, 15); n > 0; n -= 1) this.#makeChange();
  }

  #watch(): void {
    this.#withPage((page) => {
      const name = this.world.random.pick(LIST_NAMES);
      if (this.world.random.hits(0.3)) page.more(name);
      else page.watch(name, this.world.random.hits(0.6));
    });
  }

  #offline(): void {
    const { random, clock } = this.world;
    this.world.isOnline = false;
    this.world.browserKnows = random.hits(0.5);
    this.world.say(() => 'offline');
    for (const page of this.pages) page.connect(false);
    clock.later(random.between(200, 8000), () => this.#online());
  }

  #online(): void {
    this.world.isOnline = true;
    this.world.say(() => 'online');
    for (const page of this.pages) {
      page.wake();
      this.#reconnect(page);
    }
  }

  #reconnect(page: Page): void {
    if (!page.isConnected) this.world.clock.later(this.world.random.between(10, 400), () => page.connect(true));
  }

  /** For a while, much goes wrong on the way. */
  #stormy(): void {
    const { random, clock } = this.world;
    const share = (): number => (random.hits(0.5) ? random.next() * 0.5 : 0);
    const faults = Object.fromEntries(Object.keys(NO_FAULTS).map((name) => [name, share()])) as unknown as Faults;
    this.world.faults = faults;
    this.world.say(() => `storm ${JSON.stringify(faults)}`);
    clock.later(random.between(500, 8000), () => (this.world.faults = { ...NO_FAULTS }));
  }

  #cut(): void {
    this.#withPage((page) => {
      page.connect(false);
      this.#reconnect(page);
    });
  }

  #kill(): void {
    this.#withPage((page) => {
      page.end('killed');
      if (this.world.random.hits(0.7))
        this.world.clock.later(this.world.random.between(10, 2000), () => this.#openIfSignedIn());
    });
  }

  #openIfSignedIn(): void {
    if (this.world.session?.person === 'anna' && this.#live().length < 4) this.#open('anna');
  }

  /** The browser puts a page to sleep that is not shown, unless it holds the lock. */
  #nap(): void {
    this.#withPage((page) => {
      if (this.world.lock.holds(page)) return;
      this.world.say(() => `${page.name} sleeps`);
      page.sleep();
      this.world.clock.later(this.world.random.between(500, 6000), () => page.wake());
    });
  }

  /** The session ends; maybe somebody else signs in on this device before the same person does again. */
  #endSession(): void {
    const { random, clock } = this.world;
    this.world.session = undefined;
    this.world.say(() => 'the session ends');
    const isOther = random.hits(0.5);
    const other = random.between(100, 3000);
    if (isOther) {
      clock.later(other, () => {
        this.#signIn('ben');
        const page = this.#open('ben');
        for (let n = 0; n < 3; n += 1) clock.later(random.between(50, 900), () => this.people.makeChange(page, 0));
      });
    }
    clock.later(other + random.between(1000, 4000), () => this.#signInAgain());
  }

  #signInAgain(): void {
    if (this.world.session?.person === 'anna') return;
    for (const page of this.#live('ben')) page.end('closed');
    this.#signIn('anna');
    if (this.#live().length === 0) this.#open('anna');
  }

  #clockJumps(): void {
    const { random } = this.world;
    this.world.skew += random.pick([-DAY_MS, -3600_000, -5000, 5000, 3600_000, DAY_MS, 30 * DAY_MS]);
    this.world.say(() => `the clock jumps by ${this.world.skew}`);
  }

  #fullStorage(): void {
    const { random, clock, storage } = this.world;
    for (const fault of ['add', 'update', 'load'] as const)
      if (random.hits(0.6)) storage.faults[fault] = random.hits(0.5) ? 1 : 0.4;
    this.world.say(() => `the storage fails ${JSON.stringify(storage.faults)}`);
    clock.later(random.between(300, 6000), () => Object.assign(storage.faults, { add: 0, update: 0, load: 0 }));
  }

  async #go(until: number): Promise<void> {
    while (this.steps < MAX_STEPS && this.#violations.length === 0) {
      if (!(await this.world.clock.step(until))) return;
      this.steps += 1;
      if (this.#isCalm) this.#violations.push(...checkShown(this.people));
    }
    if (this.steps >= MAX_STEPS) {
      this.#violations.push({
        invariant: 'after rest nothing is under way',
        detail: `${MAX_STEPS} steps and no rest`,
      });
    }
  }

  async run(): Promise<readonly Violation[]> {
    await this.#go(LASTS_MS);
    if (this.#violations.length > 0) return this.#violations;
    this.world.say(() => 'everything works again');
    Object.assign(this.world.storage.faults, { add: 0, update: 0, load: 0 });
    this.world.faults = { ...NO_FAULTS };
    this.#signInAgain();
    if (!this.world.isOnline) this.#online();
    for (const page of this.pages) {
      if (page.isAsleep()) page.wake();
      this.#reconnect(page);
    }
    if (this.#live().length === 0) this.#open('anna');
    await this.#go(Infinity);
    // A late answer to the ended session may have closed the last page.
    if (this.world.random.hits(0.3) || this.#live().length === 0) this.#open('anna');
    for (const page of this.#live()) for (const name of LIST_NAMES) page.watch(name, true);
    await this.#go(Infinity);
    if (this.#violations.length > 0) return this.#violations;
    const found = checkPages(this.world, this.#live());
    await this.#otherPerson();
    return [...checkCommands(this.world, this.people), ...found, ...this.#violations];
  }

  /** What somebody else has left behind on this device waited for that person. */
  async #otherPerson(): Promise<void> {
    if (this.world.storage.of('ben').size === 0) return;
    for (const page of this.#live()) page.end('closed');
    this.#signIn('ben');
    this.#open('ben');
    await this.#go(Infinity);
  }
}

/** Runs what a seed leads to, with the client as it is shipped or with a broken one. */
export async function simulate(seed: number, assembly: Assembly = SOUND, isTraced = false): Promise<Outcome> {
  const run = new Run(seed, assembly, isTraced);
  const violations = await run.run();
  return { seed, violations, trace: run.world.trace ?? [], steps: run.steps };
}
