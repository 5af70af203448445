import type { QueueStorage, QueuedCommand } from './command.ts';
import type { KeeperWorld } from './keeper.ts';

/** How long a storage that refuses is left alone. */
const AGAIN_MS = 5000;

/** Writes what has become of commands; what the storage will not take is written again later. */
export class Writer {
  readonly #world: KeeperWorld;
  readonly #onWritten: (command: QueuedCommand) => void;
  /** The last that was to be written, by process id; undefined where it was to be removed. */
  readonly #missing = new Map<string, QueuedCommand | undefined>();
  #stop: (() => void) | undefined;
  #closed = false;

  constructor(world: KeeperWorld, onWritten: (command: QueuedCommand) => void) {
    this.#world = world;
    this.#onWritten = onWritten;
  }

  get #storage(): QueueStorage {
    return this.#world.storage;
  }

  /** Replaces a command where it is kept. False where it is not; true where nobody can say. */
  async update(command: QueuedCommand): Promise<boolean> {
    this.#missing.delete(command.processId);
    try {
      return await this.#storage.update(command);
    } catch {
      this.#note(command.processId, command);
      return true;
    }
  }

  async remove(processIds: readonly string[]): Promise<void> {
    if (processIds.length === 0) return;
    try {
      await this.#storage.remove(processIds);
      for (const processId of processIds) this.#missing.delete(processId);
    } catch {
      for (const processId of processIds) this.#note(processId, undefined);
    }
  }

  close(): void {
    this.#closed = true;
    this.#stop?.();
  }

  #note(processId: string, command: QueuedCommand | undefined): void {
    this.#missing.set(processId, command);
    if (!this.#closed) this.#stop ??= this.#world.later(AGAIN_MS, () => void this.#again());
  }

  async #again(): Promise<void> {
    this.#stop = undefined;
    // What fails once more is noted anew, for the next time.
    const missing = new Map(this.#missing);
    for (const [processId, command] of missing) {
      // Something newer has been written meanwhile, or was to be.
      if (!this.#missing.has(processId) || this.#missing.get(processId) !== command) continue;
      if (command === undefined) await this.remove([processId]);
      else if (await this.update(command)) this.#onWritten(command);
    }
  }
}
