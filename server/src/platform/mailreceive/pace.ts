/** Whether the bytes of a mail come as fast as is asked: at least so many in each stretch of so many milliseconds. */
export class Pace {
  readonly #bytes: number;
  readonly #ms: number;
  #markBytes = 0;
  #markAt = 0;

  constructor(bytes: number, ms: number) {
    this.#bytes = bytes;
    this.#ms = ms;
  }

  /** The mail begins when `bytesRead` were read of the connection. `now`: milliseconds since 1970. */
  begin(bytesRead: number, now: number): void {
    this.#markBytes = bytesRead;
    this.#markAt = now;
  }

  /** Told again and again of how many bytes were read by now. */
  note(bytesRead: number, now: number): void {
    if (bytesRead - this.#markBytes >= this.#bytes) this.begin(bytesRead, now);
  }

  /** Whether enough has come. A peer that has just begun has as long as any other. */
  isKept(bytesRead: number, now: number): boolean {
    return bytesRead - this.#markBytes >= this.#bytes || now - this.#markAt <= this.#ms;
  }

  /** Since when too little has come, in milliseconds since 1970; 0 before a mail has begun. */
  get since(): number {
    return this.#markAt;
  }
}
