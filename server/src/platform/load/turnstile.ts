import type { TurnLimits } from './rules.ts';

/** There is no room left to wait, or the wait was too long. */
export class TurnRefused extends Error {}

interface Waiter {
  readonly go: () => void;
  timer: NodeJS.Timeout;
}

/** What is essential waits longer, and where there is no more room for others. */
interface Entering {
  readonly isEssential?: boolean;
}

/** Times the places to wait that others have. */
const ESSENTIAL_ROOM = 2;

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
  async enter({ isEssential = false }: Entering = {}): Promise<() => void> {
    if (this.#inside >= this.#limits.most) await this.#wait(isEssential);
    else this.#inside += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave();
    };
  }

  #wait(isEssential: boolean): Promise<void> {
    const { queue, waitMs, patience = { few: 0, waitMs } } = this.#limits;
    const room = isEssential ? ESSENTIAL_ROOM * queue : queue;
    if (this.#waiters.size >= room) return Promise.reject(new TurnRefused('full'));
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        this.#waiters.delete(waiter);
        reject(new TurnRefused('late'));
      };
      const lookAgain = (): void => {
        if (this.#waiters.size > patience.few) return refuse();
        waiter.timer = setTimeout(refuse, patience.waitMs - waitMs);
      };
      const timer = isEssential ? setTimeout(refuse, patience.waitMs) : setTimeout(lookAgain, waitMs);
      const waiter: Waiter = { go: resolve, timer };
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
