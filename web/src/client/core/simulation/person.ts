import type { Patch, Patches } from '../overlay.ts';
import type { Page } from './page.ts';
import type { Change } from './server.ts';
import type { World } from './world.ts';

/** One change that somebody at a page has made, and what may become of it. */
export interface Op {
  readonly processId: string;
  readonly page: string;
  readonly person: string;
  readonly patches: Patches;
  readonly forbidden: boolean;
  /** When it was made, and when the page said that it is stored. */
  readonly madeAt: number;
  storedAt: number | undefined;
  /** Nothing is promised about its place: it was given anew, or lived in the memory of a page. */
  isOrderFree: boolean;
  isDiscarded: boolean;
  /** The storage would not take it at once: its place is known among those of its page alone. */
  isMemory: boolean;
  /** The page had not said that it is safe when it ended. */
  mayBeLost: boolean;
}

const FIELDS: readonly Patch[] = [
  { status: 1 },
  { status: 2 },
  { status: 3 },
  { archived: true },
  { archived: false },
  { trashed: true },
  { trashed: false },
  { snoozedUntil: 2000 },
  { snoozedUntil: null },
  // As something that is done is not put off any more, and what comes back is new.
  { status: 3, snoozedUntil: null },
  { status: 1, snoozedUntil: null },
];

/** What people do in a run, and what the run must hold to account for. */
export class People {
  readonly ops: Op[] = [];
  /** What each page has last shown its person about its own items, by key; only kept where nobody else has a say. */
  readonly shown = new Map<Page, Map<string, Patch>>();
  readonly #world: World;
  readonly #isCalm: boolean;
  readonly #pages: number;
  #count = 0;

  constructor(world: World, isCalm: boolean, pages: number) {
    this.#world = world;
    this.#isCalm = isCalm;
    this.#pages = pages;
  }

  nextId(): string {
    this.#count += 1;
    // The alphabet must not be the order.
    return `${(this.#count * 7919) % 1000}-${this.#count}`;
  }

  /** Items of which this page alone decides in a calm run; all items in others. */
  #keysFor(page: Page): string[] {
    const keys = [...this.#world.server.items.keys()];
    if (!this.#isCalm) return keys.slice(0, 8);
    return keys.filter((_, index) => index % this.#pages === page.lane);
  }

  makeChange(page: Page, forbiddenShare: number): void {
    const { random } = this.#world;
    const known = this.#keysFor(page).filter((key) => page.replica.store.get(key) !== undefined);
    if (known.length === 0) return;
    const keys = new Set(Array.from({ length: random.hits(0.3) ? random.between(2, 5) : 1 }, () => random.pick(known)));
    const patch = random.pick(FIELDS);
    const patches: Patches = [...keys].map((key) => [key, patch] as const);
    const processId = this.nextId();
    const op: Op = {
      processId,
      page: page.name,
      person: page.person,
      patches,
      forbidden: random.hits(forbiddenShare),
      madeAt: this.#world.clock.now,
      storedAt: undefined,
      isOrderFree: false,
      isDiscarded: false,
      isMemory: false,
      mayBeLost: false,
    };
    this.ops.push(op);
    this.#world.say(
      () => `${page.name} tells ${processId} ${JSON.stringify(patches)}${op.forbidden ? ' forbidden' : ''}`,
    );
    const params: Change = { processId, author: page.person, patches, forbidden: op.forbidden };
    void page.enqueue({ processId, name: 'simulation.change', params, keys: [...keys], patches }).then(({ kept }) => {
      if (kept !== 'stored') op.isMemory = true;
      else if (!page.isKilled()) op.storedAt = this.#world.clock.now;
    });
    if (this.#isCalm) this.#note(page, patches);
  }

  #note(page: Page, patches: Patches): void {
    let shown = this.shown.get(page);
    if (shown === undefined) this.shown.set(page, (shown = new Map<string, Patch>()));
    for (const [key, patch] of patches) shown.set(key, { ...shown.get(key), ...patch });
  }

  colleague(canRemove: boolean): void {
    const { random, server } = this.#world;
    const keys = [...server.items.keys()];
    const processId = `colleague-${this.nextId()}`;
    if (canRemove && random.hits(0.15)) server.add(processId);
    else if (canRemove && random.hits(0.1) && keys.length > 3) server.remove(random.pick(keys), processId);
    else server.change([[random.pick(keys), random.pick(FIELDS)]], processId);
  }

  discard(page: Page): void {
    const all = page.replica.queue.all();
    if (all.length === 0) return;
    const { processId } = this.#world.random.pick(all);
    this.#world.say(() => `${page.name} discards ${processId}`);
    for (const op of this.ops) if (op.processId === processId) op.isDiscarded = true;
    void page.replica.queue.discard([processId]);
  }

  retry(page: Page): void {
    const refused = page.replica.queue.all().filter(({ state }) => state === 'refused');
    if (refused.length === 0) return;
    const { processId } = this.#world.random.pick(refused);
    this.#world.say(() => `${page.name} retries ${processId}`);
    for (const op of this.ops) if (op.processId === processId) op.isOrderFree = true;
    void page.replica.queue.retry([processId]);
  }

  /** A page ends: what it had not stored is nobody's promise. */
  onEnd(page: Page, how: 'closed' | 'killed', storageFails: boolean): void {
    this.shown.delete(page);
    for (const op of this.ops) {
      if (op.page !== page.name || op.person !== page.person) continue;
      const kept = page.replica.queue.all().find(({ processId }) => processId === op.processId)?.kept;
      if (kept === 'memory' || (kept === 'storing' && (how === 'killed' || storageFails))) op.mayBeLost = true;
      if (kept !== 'stored') op.isOrderFree ||= kept !== undefined;
    }
  }
}
