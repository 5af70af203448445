/** A list's order as it is shown while somebody looks at it. */
export interface Calm {
  readonly ids: readonly string[];
  /** Shown still, though the list has lost them. */
  readonly ghosts: ReadonlySet<string>;
  /** How many the list has that are not shown yet. */
  readonly waiting: number;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The order that keeps every row in its place. A row that left the list stays as a ghost; a row that came waits. Two are shown at once: a row
 * that this person has changed (`isOwn`), and a row that comes after all that are shown, since it moves none of them.
 */
export function hold(shown: readonly string[], next: readonly string[], isOwn: (key: string) => boolean): Calm {
  const here = new Set(next);
  const ids = shown.filter((key) => here.has(key) || !isOwn(key));
  const shownIds = new Set(ids);
  let last = -1;
  next.forEach((key, index) => {
    if (shownIds.has(key)) last = index;
  });
  let before: string | undefined;
  for (const [index, key] of next.entries()) {
    if (!shownIds.has(key)) {
      if (index > last) ids.push(key);
      else if (isOwn(key)) ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, key);
      else continue;
      shownIds.add(key);
    }
    before = key;
  }
  const ghosts = ids.filter((key) => !here.has(key));
  return {
    ids: isSame(ids, shown) ? shown : ids,
    ghosts: ghosts.length === 0 ? NONE : new Set(ghosts),
    waiting: next.reduce((count, key) => (shownIds.has(key) ? count : count + 1), 0),
  };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((key, index) => key === b[index]));

export interface CalmEnvironment {
  readonly now: () => number;
  /** Calls back after `ms`; returns how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
  /** True where this person has just changed an item. */
  readonly isOwn: (key: string) => boolean;
}

/** Rest after which what has changed is shown, and time after which nobody is thought to look any more, in milliseconds. */
const REST_MS = 1000;
const ATTENTION_MS = 30_000;

/**
 * Holds a list's order while the pointer is over it or the keys are in it: until nothing has moved for a second, or nobody looks any
 * more. Nothing at all is held from a list that nobody has touched.
 */
export class CalmOrder {
  readonly #environment: CalmEnvironment;
  readonly #listeners = new Set<() => void>();
  #next: readonly string[] = [];
  #calm: Calm = { ids: [], ghosts: NONE, waiting: 0 };
  #pointer = false;
  #touchedAt = -Infinity;
  #movedAt = -Infinity;
  #stop: (() => void) | undefined;

  constructor(environment: CalmEnvironment) {
    this.#environment = environment;
  }

  readonly snapshot = (): Calm => this.#calm;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The list is in another order now. */
  feed(next: readonly string[]): void {
    if (next === this.#next) return;
    this.#next = next;
    const calm = hold(this.#calm.ids, next, this.#environment.isOwn);
    if (!this.#isWatched() || (calm.waiting === 0 && calm.ghosts.size === 0 && isSame(calm.ids, next))) {
      this.release();
      return;
    }
    // What the person did themselves is no unrest.
    if (calm.ids === this.#calm.ids || this.#stop === undefined) this.#movedAt = this.#environment.now();
    this.#show(calm);
    this.#wait();
  }

  /** What is the person's own has become other: of what waits it is shown, of what has left it goes. */
  reconsider(): void {
    if (this.#stop === undefined) return;
    const calm = hold(this.#calm.ids, this.#next, this.#environment.isOwn);
    if (calm.ids === this.#calm.ids) return;
    this.#show(calm);
    this.#wait();
  }

  /** The pointer has moved over the list, or a key was pressed in it. */
  touch(pointer = false): void {
    this.#touchedAt = this.#environment.now();
    this.#pointer ||= pointer;
    if (this.#stop !== undefined) this.#wait();
  }

  /** The pointer or the keys have left the list. */
  leave(pointer = false): void {
    if (pointer) this.#pointer = false;
    else if (this.#pointer) return;
    this.#touchedAt = -Infinity;
    this.release();
  }

  /** Shows the list as it is. */
  release(): void {
    this.#stop?.();
    this.#stop = undefined;
    if (this.#calm.ids === this.#next && this.#calm.ghosts.size === 0) return;
    this.#show({ ids: this.#next, ghosts: NONE, waiting: 0 });
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #isWatched(): boolean {
    return this.#environment.now() - this.#touchedAt < ATTENTION_MS;
  }

  /** Waits until nothing has come and nobody has moved for a second. */
  #wait(): void {
    this.#stop?.();
    const quietAt = Math.max(this.#movedAt, this.#touchedAt) + REST_MS;
    this.#stop = this.#environment.later(Math.max(0, quietAt - this.#environment.now()), () => this.release());
  }

  #show(calm: Calm): void {
    this.#calm = calm;
    for (const listener of this.#listeners) listener();
  }
}
