import type { QueueStorage, QueuedCommand } from './command.ts';
import type { PersisterDeps } from './persister.ts';

/** How long a storage that refuses is left alone. */
const AGAIN_MS = 5000;

/** Writes what has become of commands; what the storage will not take is written again later. */
export class Writer {
  readonly #deps: PersisterDeps;
  readonly #onWritten: (processId: string, command: QueuedCommand | undefined) => void;
  /** The last that was to be written, by process id; undefined where it was to be removed. */
  readonly #missing = new Map<string, QueuedCommand | undefined>();
  readonly #underWay = new Set<Promise<boolean>>();
  #stop: (() => void) | undefined;
  #closed = false;

  /** `onWritten`: what could not be written before is; undefined where it was to be removed. */
  constructor(deps: PersisterDeps, onWritten: (processId: string, command: QueuedCommand | undefined) => void) {
    this.#deps = deps;
    this.#onWritten = onWritten;
  }

  get #storage(): QueueStorage {
    return this.#deps.storage;
  }

  /** Replaces a command where it is kept. False where it is not; true where nobody can say. */
  update(command: QueuedCommand): Promise<boolean> {
    return this.#noted(this.#update(command));
  }

  async #update(command: QueuedCommand): Promise<boolean> {
    this.#missing.delete(command.processId);
    try {
      return await this.#storage.update(command);
    } catch {
      this.#note(command.processId, command);
      return true;
    }
  }

  /** Removes commands where they are kept. False where the storage will not. */
  remove(processIds: readonly string[]): Promise<boolean> {
    return this.#noted(this.#remove(processIds));
  }

  /** Ends when all that was given so far is written, or the storage has refused it. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #noted(writing: Promise<boolean>): Promise<boolean> {
    this.#underWay.add(writing);
    try {
      return await writing;
    } finally {
      this.#underWay.delete(writing);
    }
  }

  async #remove(processIds: readonly string[]): Promise<boolean> {
    if (processIds.length === 0) return true;
    try {
      await this.#storage.remove(processIds);
      for (const processId of processIds) this.#missing.delete(processId);
      return true;
    } catch {
      for (const processId of processIds) this.#note(processId, undefined);
      return false;
    }
  }

  close(): void {
    this.#closed = true;
    this.#stop?.();
  }

  #note(processId: string, command: QueuedCommand | undefined): void {
    this.#missing.set(processId, command);
    if (!this.#closed) this.#stop ??= this.#deps.later(AGAIN_MS, () => void this.#again());
  }

  async #again(): Promise<void> {
    this.#stop = undefined;
    // What fails once more is noted anew, for the next time.
    const missing = new Map(this.#missing);
    for (const [processId, command] of missing) {
      // Something newer has been written meanwhile, or was to be.
      if (!this.#missing.has(processId) || this.#missing.get(processId) !== command) continue;
      const isWritten = command === undefined ? await this.remove([processId]) : await this.update(command);
      if (isWritten) this.#onWritten(processId, command);
    }
  }
}
