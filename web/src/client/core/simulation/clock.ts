/** Random numbers that are the same again for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    // Neighbouring seeds begin alike.
    for (let turn = 0; turn < 4; turn += 1) this.next();
  }

  /** At least 0, below 1. */
  next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True so often. */
  hits(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }
}

interface Due {
  readonly at: number;
  readonly number: number;
  readonly run: () => void;
}

/** Turns of the microtask queue after each event: more than any chain of promises in the core is long. */
const TURNS = 24;

/** Time that passes only when told, and what is to happen in it. */
export class Clock {
  /** Milliseconds since the start. */
  now = 0;
  readonly #heap: Due[] = [];
  #number = 0;

  get pending(): number {
    return this.#heap.length;
  }

  /** Calls back in `ms`; returns how to call it off. */
  later(ms: number, then: () => void): () => void {
    let isOff = false;
    this.#number += 1;
    this.#push({ at: this.now + Math.max(0, ms), number: this.#number, run: () => (isOff ? undefined : then()) });
    return () => {
      isOff = true;
    };
  }

  /** Lets the next thing happen, and all that follows from it at once. False where nothing is to happen before `until`. */
  async step(until = Infinity): Promise<boolean> {
    const [next] = this.#heap;
    if (next === undefined || next.at > until) return false;
    this.#pop();
    this.now = next.at;
    next.run();
    for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
    return true;
  }

  #isBefore(a: number, b: number): boolean {
    const [x, y] = [this.#heap[a] as Due, this.#heap[b] as Due];
    return x.at < y.at || (x.at === y.at && x.number < y.number);
  }

  #swap(a: number, b: number): void {
    const x = this.#heap[a] as Due;
    this.#heap[a] = this.#heap[b] as Due;
    this.#heap[b] = x;
  }

  #push(due: Due): void {
    this.#heap.push(due);
    let at = this.#heap.length - 1;
    for (let above = (at - 1) >> 1; at > 0 && this.#isBefore(at, above); above = (at - 1) >> 1) {
      this.#swap(at, above);
      at = above;
    }
  }

  #pop(): void {
    const last = this.#heap.length - 1;
    this.#swap(0, last);
    this.#heap.pop();
    let at = 0;
    for (;;) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2]) if (below < last && this.#isBefore(below, least)) least = below;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }
}
