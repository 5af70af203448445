/** How long what was not reached is left alone, in milliseconds. */
export const PAUSE_MS = 3000;

/**
 * Keeps messages from all waiting for what does not answer, since there are few jobs at a time: once it was not reached it is left alone for a moment, and
 * until it is reached again one message at a time tries.
 */
export class Breaker {
  #retryAt: number | undefined;
  #isTrying = false;

  /** Does the work, or returns what `paused` does where it is not the time for it. `now`: milliseconds since 1970. */
  async run<T>(
    now: number,
    {
      work,
      paused,
      isUnreached,
    }: {
      readonly work: () => Promise<T>;
      readonly paused: () => T;
      readonly isUnreached: (done: T) => boolean;
    },
  ): Promise<T> {
    const wasUnreached = this.#retryAt !== undefined;
    if (this.#retryAt !== undefined && (this.#isTrying || now < this.#retryAt)) return paused();
    if (wasUnreached) this.#isTrying = true;
    try {
      const done = await work();
      this.#retryAt = isUnreached(done) ? now + PAUSE_MS : undefined;
      return done;
    } finally {
      if (wasUnreached) this.#isTrying = false;
    }
  }
}
