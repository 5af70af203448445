import { MAX_CHARACTERS, WALL } from './reading.ts';

/** Thrown to leave a file of which no more is wanted. */
export class EnoughError extends Error {
  override readonly name = 'EnoughError';
}

/** Bytes that come out of one file, however many archives are in each other. */
const MAX_INFLATED = 96 * 1024 * 1024;
/** Archives and mails in each other. */
export const MAX_DEEP = 3;

/** The text of a file while it is read, and what may still be spent on it. */
export class Gathering {
  readonly #parts: string[] = [];
  readonly #softMs: number;
  readonly #begin = process.cpuUsage();
  readonly #beganAt = performance.now();
  #length = 0;
  #inflated = 0;
  cut = false;

  constructor(softMs: number) {
    this.#softMs = softMs;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds text as it stands. Throws EnoughError where there is enough of it. */
  add(text: string): void {
    const room = MAX_CHARACTERS * 2 - this.#length;
    this.#parts.push(text.length > room ? text.slice(0, room) : text);
    this.#length += text.length;
    if (text.length > room) this.stop();
  }

  /** Adds text that stands in a line of its own. */
  line(text: string): void {
    this.add(`${text}\n`);
  }

  /** Leaves the file with what there is of it. */
  stop(): never {
    this.cut = true;
    throw new EnoughError();
  }

  /** Leaves it where its time is over, at work or, on a machine with much else to do, by the clock; asked between its parts. */
  checkTime(): void {
    const { user, system } = process.cpuUsage(this.#begin);
    if ((user + system) / 1000 > this.#softMs || performance.now() - this.#beganAt > this.#softMs * WALL) this.stop();
  }

  /** Counts what was inflated; false where it is more than any file needs. */
  mayInflate(bytes: number): boolean {
    this.#inflated += bytes;
    return this.#inflated <= MAX_INFLATED;
  }

  /** All of it: words that the end of a line has parted put together, white space told once, nothing that cannot be stored. */
  text(): string {
    const text = this.#parts
      .join('')
      .replace(/(\p{L})[-\u00ad\u2010]\r?\n(?=\p{Ll})/gu, '$1')
      .replace(/[\0\u00ad\u200b\ufeff]/g, '')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n\s*/g, '\n')
      .trim()
      .toWellFormed();
    if (text.length > MAX_CHARACTERS) this.cut = true;
    return text.slice(0, MAX_CHARACTERS).toWellFormed();
  }
}
