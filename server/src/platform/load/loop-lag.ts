const TICK_MS = 100;
/** What was measured counts for so long, so that pressure does not flicker. */
const HOLD_MS = 1000;

/** How late the process comes to what it has set itself: the longest that nothing else got its turn in the last second. */
export class LoopLag {
  readonly #timer: NodeJS.Timeout;
  #due = performance.now() + TICK_MS;
  #lagMs = 0;
  #at = 0;

  constructor() {
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  get ms(): number {
    return this.#lagMs;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const now = performance.now();
    const lagMs = Math.max(0, now - this.#due);
    this.#due = now + TICK_MS;
    if (lagMs < this.#lagMs && now - this.#at < HOLD_MS) return;
    this.#lagMs = lagMs;
    this.#at = now;
  }
}
