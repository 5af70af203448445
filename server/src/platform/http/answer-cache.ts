/** What of an answer is the same for everybody who asks the same: the results as JSON text, and how many there are. */
export interface KeptAnswer {
  readonly results: string;
  readonly totalCount: number;
  /** How many of them are in the answer. */
  readonly rows: number;
  readonly isList: boolean;
  /** Why rows were found, as JSON text; empty where there is nothing to say. */
  readonly matches: string;
}

interface Entry extends KeptAnswer {
  readonly stamp: number;
}

/** Answers in memory, each with the count of changes at which it was true. The least recently used go first. */
export class AnswerCache {
  readonly #entries = new Map<string, Entry>();
  readonly #mostCharacters: number;
  #characters = 0;

  constructor(mostCharacters = 32 * 1024 * 1024) {
    this.#mostCharacters = mostCharacters;
  }

  /** The answer of a key, if it was given at this stamp. */
  get(key: string, stamp: number): KeptAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.stamp !== stamp) {
      this.#characters -= sizeOf(key, entry);
      return undefined;
    }
    // Re-inserted, so that the map's order is the order of use.
    this.#entries.set(key, entry);
    return entry;
  }

  /** Keeps an answer. `stamp` must have been read before the answer was. */
  put(key: string, stamp: number, answer: KeptAnswer): void {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#characters -= sizeOf(key, known);
    }
    const entry = { ...answer, stamp };
    this.#entries.set(key, entry);
    this.#characters += sizeOf(key, entry);
    for (const [oldest, dropped] of this.#entries) {
      if (this.#characters <= this.#mostCharacters) break;
      this.#entries.delete(oldest);
      this.#characters -= sizeOf(oldest, dropped);
    }
  }
}

const sizeOf = (key: string, { results, matches }: KeptAnswer): number => key.length + results.length + matches.length;
