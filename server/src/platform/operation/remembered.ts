/**
 * How often something that all people of an instance read alike has changed, by the number that the module gives it (below 0: the numbers from 0 on
 * are those of people). Whoever changes it counts in the same transaction.
 */
export type Versions = Readonly<Record<number, number>>;

const MAX_KNOWN = 1000;

interface Known {
  readonly version: number;
  readonly value: Promise<unknown>;
}

/**
 * What was read of an instance, as long as its version is the one at which it was read. A version is to be read before what it is the version of: then
 * what is known may be newer than it says, and never older. What is answered is the same object for all: nobody changes it.
 */
export class Remembered {
  readonly #known = new Map<string, Known>();

  /** Returns what `load` returned at this version, or calls it. */
  of<T>(instanceId: number, what: number, versions: Versions, load: () => Promise<T>): Promise<T> {
    const key = `${instanceId} ${what}`;
    const version = versions[what] ?? 0;
    const known = this.#known.get(key);
    this.#known.delete(key);
    if (known?.version === version) {
      // Re-inserted, so that the map's order is the order of use.
      this.#known.set(key, known);
      return known.value as Promise<T>;
    }
    const value = load();
    const loaded = { version, value };
    this.#known.set(key, loaded);
    // What could not be read is read again.
    value.catch(() => this.#known.get(key) === loaded && this.#known.delete(key));
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return value;
  }
}
