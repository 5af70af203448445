interface Waiting<Item, Result> {
  readonly item: Item;
  readonly settle: PromiseWithResolvers<Result>;
}

/** Most that are done in one go. */
const MAX_TOGETHER = 16;

/**
 * Does what comes under one key one after the other: what comes while something is done waits, and is done in one go with all else that waits. Nothing
 * waits that comes alone. What fails together is done each by itself.
 */
export class Together<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>();

  /** `work` answers as many results as it is given items, in their order. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#work = work;
  }

  do(key: string, item: Item): Promise<Result> {
    const one = { item, settle: Promise.withResolvers<Result>() };
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      this.#waiting.set(key, [one]);
      void this.#run(key);
    } else waiting.push(one);
    return one.settle.promise;
  }

  async #run(key: string): Promise<void> {
    const waiting = this.#waiting.get(key) ?? [];
    while (waiting.length > 0) await this.#some(waiting.splice(0, MAX_TOGETHER));
    this.#waiting.delete(key);
  }

  async #some(some: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(some.map(({ item }) => item));
      for (const [index, { settle }] of some.entries()) settle.resolve(results[index] as Result);
    } catch (error) {
      const [only] = some;
      if (some.length === 1) only?.settle.reject(error);
      else for (const one of some) await this.#some([one]);
    }
  }
}
