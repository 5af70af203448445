/** How long those wait who want a connection. */
export class PoolWait {
  readonly #waits = new Set<{ readonly began: number }>();
  #listener: ((ms: number) => void) | undefined;

  /** Tells how long each connection was waited for, in milliseconds. One listener. */
  listen(listener: (ms: number) => void): void {
    this.#listener = listener;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const wait = { began: performance.now() };
    this.#waits.add(wait);
    try {
      return await work();
    } finally {
      this.#waits.delete(wait);
      this.#listener?.(performance.now() - wait.began);
    }
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waits.size;
  }

  /** For how long the one who came first has been waiting, in milliseconds; 0 where nobody waits. */
  longestMs(): number {
    for (const { began } of this.#waits) return performance.now() - began;
    return 0;
  }
}
