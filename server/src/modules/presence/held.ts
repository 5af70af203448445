/** Something of an instance that was made once, to be given again. */
interface Lasting {
  /** The first moment at which it is so, and the first one at which it may be otherwise; milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** How many people are in it. */
  readonly size: number;
}

interface Entry<T> {
  readonly stamp: string;
  readonly making: Promise<T>;
  /** Once it has been made. */
  made?: T;
}

/** Somebody takes about two kilobytes. What has more people than this is not kept. */
const MAX_PEOPLE = 20_000;

/** What was made of instances, one of each: the ones that were used last. */
export class Held<T extends Lasting> {
  readonly #entries = new Map<number, Entry<T>>();
  readonly #maxPeople: number;

  constructor(maxPeople = MAX_PEOPLE) {
    this.#maxPeople = maxPeople;
  }

  /**
   * Returns what was made of an instance under the same stamp, as long as it lasts, or has it made: whoever asks meanwhile waits for that. `make` is given
   * what was there before. The stamp must have been read before anything that is made under it.
   */
  async of(
    instanceId: number,
    { stamp, now }: { readonly stamp: string; readonly now: () => number },
    make: (before: T | undefined) => Promise<T>,
  ): Promise<T> {
    let entry = this.#entries.get(instanceId);
    while (entry?.stamp === stamp) {
      const made = await entry.making;
      const at = now();
      const latest = this.#entries.get(instanceId);
      if (made.from <= at && at < made.until) {
        if (latest === entry) this.#put(instanceId, entry);
        return made;
      }
      // Somebody else may have had it made anew meanwhile.
      if (latest === entry) break;
      entry = latest;
    }
    const making = make(this.#entries.get(instanceId)?.made);
    const fresh: Entry<T> = { stamp, making };
    this.#put(instanceId, fresh);
    making.then(
      (made) => {
        fresh.made = made;
        this.#makeRoom();
      },
      // What could not be made is made again.
      () => this.#entries.get(instanceId) === fresh && this.#entries.delete(instanceId),
    );
    return making;
  }

  /** The map's order is the order of use. */
  #put(instanceId: number, entry: Entry<T>): void {
    this.#entries.delete(instanceId);
    this.#entries.set(instanceId, entry);
  }

  #makeRoom(): void {
    let people = 0;
    for (const { made } of this.#entries.values()) people += made?.size ?? 0;
    for (const [instanceId, { made }] of this.#entries) {
      if (people <= this.#maxPeople) break;
      this.#entries.delete(instanceId);
      people -= made?.size ?? 0;
    }
  }
}
