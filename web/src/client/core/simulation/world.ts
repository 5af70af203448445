import type { KontorEvent } from '@kontor/contract/kernel';
import type { SendFailure } from '../outcome.ts';
import { Random, Clock } from './clock.ts';
import { ModelChannel, ModelLock, ModelStorage } from './device.ts';
import { ModelServer, problem } from './server.ts';

/** How often what goes wrong, from 0 to 1. */
export interface Faults {
  loseRequest: number;
  loseAnswer: number;
  doubleRequest: number;
  /** Answers of somebody on the way, whether or not the server has done it. */
  fail: number;
  /** The server says it is not ready. */
  busy: number;
  lateEvent: number;
  doubleEvent: number;
}

export const NO_FAULTS: Faults = {
  loseRequest: 0,
  loseAnswer: 0,
  doubleRequest: 0,
  fail: 0,
  busy: 0,
  lateEvent: 0,
  doubleEvent: 0,
};

const offline: SendFailure = {
  kind: 'offline',
  status: 0,
  code: 'OFFLINE',
  message: 'no answer',
  retryAfterMs: undefined,
};

/** A page, as far as the world around it has to do with it. */
export interface PageInWorld {
  readonly lane: number;
  readonly isConnected: boolean;
  readonly isDead: () => boolean;
  readonly end: (how: 'closed' | 'killed') => void;
  readonly receive: (event: KontorEvent) => void;
}

/** The pages, their browser, the network and the server, in a time of their own. */
export class World {
  readonly clock = new Clock();
  readonly random: Random;
  readonly server: ModelServer;
  readonly storage: ModelStorage;
  readonly channel: ModelChannel;
  readonly lock: ModelLock;
  readonly pages: PageInWorld[] = [];
  readonly trace: string[] | undefined;
  faults: Faults = { ...NO_FAULTS };
  isOnline = true;
  /** Whether the browser notices that it is offline. */
  browserKnows = true;
  /** Whose session the browser's cookie is. */
  session: { readonly person: string; readonly id: number } | undefined;
  /** What the device's clock is wrong by. */
  skew = 0;
  readonly #eventAt = new Map<PageInWorld, number>();

  constructor(seed: number, items: number, isTraced: boolean) {
    this.random = new Random(seed);
    this.trace = isTraced ? [] : undefined;
    this.server = new ModelServer(items, (event) => this.#publish(event));
    this.storage = new ModelStorage(this.clock, this.random);
    this.channel = new ModelChannel(this.clock, this.random);
    this.lock = new ModelLock(this.clock);
  }

  /** What the device's clock shows, in milliseconds since 1970. */
  wallClock(): number {
    return 1_795_219_200_000 + this.clock.now + this.skew;
  }

  say(text: () => string): void {
    this.trace?.push(`${String(this.clock.now).padStart(7)} ${text()}`);
  }

  /** One request with all that may become of it on the way. `csrf` where it changes something. */
  request<T>(
    page: PageInWorld,
    csrf: number | undefined,
    run: (person: string) => T,
  ): Promise<{ readonly value: T; readonly csrf: number }> {
    const { random, clock, faults } = this;
    return new Promise((resolve, reject) => {
      const back = (ms: number, settle: () => void): void =>
        void clock.later(ms, () => {
          if (!page.isDead()) settle();
        });
      if (!this.isOnline || random.hits(faults.loseRequest)) {
        return back(random.between(20, this.isOnline ? 1500 : 60), () => reject(offline));
      }
      const arrive = (): void => {
        const answer = this.#answer(csrf, run);
        if (!this.isOnline || random.hits(faults.loseAnswer))
          return back(random.between(100, 1500), () => reject(offline));
        back(random.between(2, 40), () => {
          if (random.hits(faults.fail)) reject(problem(502, 'PROBLEM'));
          else if ('failure' in answer) {
            if (answer.failure.status === 401) page.end('closed');
            reject(answer.failure);
          } else resolve(answer);
        });
      };
      clock.later(random.between(2, 40), arrive);
      // The same request once more, by somebody on the way: its answer is nobody's.
      if (csrf !== undefined && random.hits(faults.doubleRequest)) {
        clock.later(random.between(2, 900), () => void this.#answer(csrf, run));
      }
    });
  }

  #answer<T>(
    csrf: number | undefined,
    run: (person: string) => T,
  ): { readonly value: T; readonly csrf: number } | { readonly failure: SendFailure } {
    const { session } = this;
    if (this.random.hits(this.faults.busy)) return { failure: problem(503, 'STARTING') };
    if (session === undefined) return { failure: problem(401, 'SESSION_ENDED') };
    if (csrf !== undefined && csrf !== session.id) return { failure: problem(403, 'CSRF_TOKEN_INVALID') };
    try {
      return { value: run(session.person), csrf: session.id };
    } catch (error) {
      return { failure: error as SendFailure };
    }
  }

  #publish(event: KontorEvent): void {
    this.say(() => `event ${event.type} ${event.payload.processIds.join()} ${event.payload.aggregateIds.join()}`);
    for (const page of this.pages) {
      if (page.isDead() || !page.isConnected) continue;
      const at = Math.max(this.#eventAt.get(page) ?? 0, this.clock.now + this.random.between(1, 40));
      this.#eventAt.set(page, at);
      const late = this.random.hits(this.faults.lateEvent) ? this.random.between(50, 3000) : 0;
      this.clock.later(at - this.clock.now + late, () => page.receive(event));
      if (this.random.hits(this.faults.doubleEvent)) {
        this.clock.later(at - this.clock.now + this.random.between(0, 2000), () => page.receive(event));
      }
    }
  }
}
