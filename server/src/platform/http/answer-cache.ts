import { packToKeep, type Body } from './pack.ts';

/** What of an answer is the same for everybody who asks the same. */
export interface KeptAnswer {
  readonly body: Body;
  /** How many rows are in the answer. */
  readonly rows: number;
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

  /** The answer of a key, if it was given at this stamp; packed, for it is asked for again. */
  get(key: string, stamp: number): KeptAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#characters -= sizeOf(key, entry);
    if (entry.stamp !== stamp) return undefined;
    packToKeep(entry.body);
    // Re-inserted, so that the map's order is the order of use.
    this.#entries.set(key, entry);
    this.#characters += sizeOf(key, entry);
    this.#makeRoom();
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
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const [oldest, dropped] of this.#entries) {
      if (this.#characters <= this.#mostCharacters) break;
      this.#entries.delete(oldest);
      this.#characters -= sizeOf(oldest, dropped);
    }
  }
}

/** Characters and bytes that an entry takes: its text, and what it is packed to. */
const sizeOf = (key: string, { body: { text, packed } }: KeptAnswer): number =>
  key.length + text.length + (packed === undefined ? 0 : packed.bytes.byteLength + packed.stream.byteLength);
