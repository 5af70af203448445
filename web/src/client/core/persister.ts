import type { QueueStorage, QueuedCommand } from './command.ts';

export interface PersisterDeps {
  readonly storage: QueueStorage;
  /** Calls back after `ms`; returns how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
}

export interface PersisterEvents {
  /** The command as it is now; undefined where it was discarded or answered since. */
  readonly current: (processId: string) => QueuedCommand | undefined;
  readonly onKept: (processId: string, order: number) => void;
  /** The storage will not take these. They are tried again. */
  readonly onRefused: (processIds: readonly string[]) => void;
}

/** How long a storage that refuses is left alone. */
const AGAIN_MS = 5000;

/**
 * Brings this page's commands into the storage, in the order in which they were given: what comes after one that the storage refuses
 * waits behind it, for the place of each is given by the storage.
 */
export class Persister {
  readonly #deps: PersisterDeps;
  readonly #events: PersisterEvents;
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  #running = false;
  #closed = false;
  #stop: (() => void) | undefined;

  constructor(deps: PersisterDeps, events: PersisterEvents) {
    this.#deps = deps;
    this.#events = events;
  }

  /** Ends when the command is stored, or the storage has refused it. */
  keep(processId: string): Promise<void> {
    // One that is given anew takes its new place, behind the rest.
    this.#waiting.get(processId)?.resolve();
    this.#waiting.delete(processId);
    const deferred = Promise.withResolvers<void>();
    this.#waiting.set(processId, deferred);
    void this.#run();
    return deferred.promise;
  }

  /** True while it is to be stored by this page. */
  has(processId: string): boolean {
    return this.#waiting.has(processId);
  }

  /** Ends when all that was given so far is stored, or the storage has refused it. */
  async settled(): Promise<void> {
    await Promise.all([...this.#waiting.values()].map(({ promise }) => promise));
  }

  /** Tries again now what the storage has refused. */
  retry(): void {
    this.#stop?.();
    this.#stop = undefined;
    void this.#run();
  }

  /** Tries no more. What was given before is stored still: closing is no reason to lose it. */
  close(): void {
    this.#closed = true;
    this.#stop?.();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    let works = true;
    while (works) {
      const batch = this.#batch();
      if (batch.length === 0) break;
      works = await this.#keepAll(batch);
    }
    this.#running = false;
  }

  #batch(): QueuedCommand[] {
    const batch: QueuedCommand[] = [];
    for (const [processId, { resolve }] of this.#waiting) {
      const command = this.#events.current(processId);
      if (command !== undefined) batch.push(command);
      else {
        this.#waiting.delete(processId);
        resolve();
      }
    }
    return batch;
  }

  async #keepAll(batch: readonly QueuedCommand[]): Promise<boolean> {
    try {
      const orders = await this.#deps.storage.add(batch);
      batch.forEach(({ processId }, index) => {
        this.#events.onKept(processId, orders[index] as number);
        this.#waiting.get(processId)?.resolve();
        this.#waiting.delete(processId);
      });
      return true;
    } catch {
      // What was given meanwhile waits behind these.
      if (!this.#closed) this.#events.onRefused([...this.#waiting.keys()]);
      for (const { resolve } of this.#waiting.values()) resolve();
      if (!this.#closed) this.#stop ??= this.#deps.later(AGAIN_MS, () => this.retry());
      return false;
    }
  }
}
