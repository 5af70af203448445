interface Window {
  readonly begunAt: number;
  count: number;
}

const MAX_KEYS = 100_000;

/** Counts what happens by key within a time, in the memory of this process alone: nothing of it is kept. */
export class Rate {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #maxKeys: number;
  /** In the order in which they began. */
  readonly #windows = new Map<string, Window>();

  constructor({
    most,
    windowMs,
    maxKeys = MAX_KEYS,
  }: {
    readonly most: number;
    readonly windowMs: number;
    readonly maxKeys?: number;
  }) {
    this.#most = most;
    this.#windowMs = windowMs;
    this.#maxKeys = maxKeys;
  }

  /** Counts one. Returns undefined where it may be, else in how many milliseconds the next one may. */
  take(key: string, now: number): number | undefined {
    this.#drop(now);
    const known = this.#windows.get(key);
    if (known === undefined) {
      this.#windows.set(key, { begunAt: now, count: 1 });
      return undefined;
    }
    if (known.count >= this.#most) return Math.max(1, known.begunAt + this.#windowMs - now);
    known.count += 1;
    return undefined;
  }

  get size(): number {
    return this.#windows.size;
  }

  #drop(now: number): void {
    for (const [key, { begunAt }] of this.#windows) {
      if (begunAt + this.#windowMs > now && this.#windows.size < this.#maxKeys) return;
      this.#windows.delete(key);
    }
  }
}
