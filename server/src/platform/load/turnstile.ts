import type { TurnLimits } from './rules.ts';

/** There is no room left to wait, or the wait was too long. */
export class TurnRefused extends Error {}

interface Waiter {
  readonly go: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Lets so many in at once; others wait in the order in which they came, not too many and not for long. */
export class Turnstile {
  readonly #limits: TurnLimits;
  readonly #waiters = new Set<Waiter>();
  #inside = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  get inside(): number {
    return this.#inside;
  }
  get waiting(): number {
    return this.#waiters.size;
  }
  /** Whether whoever comes now is refused. */
  get isFull(): boolean {
    return this.#inside >= this.#limits.most && this.#waiters.size >= this.#limits.queue;
  }

  /** Waits for a turn; what is answered ends it. Rejects with TurnRefused. */
  async enter(): Promise<() => void> {
    if (this.#inside >= this.#limits.most) await this.#wait();
    else this.#inside += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave();
    };
  }

  #wait(): Promise<void> {
    if (this.isFull) return Promise.reject(new TurnRefused('full'));
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        go: resolve,
        timer: setTimeout(() => {
          this.#waiters.delete(waiter);
          reject(new TurnRefused('late'));
        }, this.#limits.waitMs),
      };
      this.#waiters.add(waiter);
    });
  }

  /** The turn goes to who has waited longest, or nobody has it. */
  #leave(): void {
    for (const waiter of this.#waiters) {
      this.#waiters.delete(waiter);
      clearTimeout(waiter.timer);
      waiter.go();
      return;
    }
    this.#inside -= 1;
  }
}
