import type { QueuedCommand } from './command.ts';
import type { PersisterDeps } from './persister.ts';

export interface ReaderEvents {
  /** The storage is about to be read: what is to be in it, if nobody has dealt with it. */
  readonly expected: () => readonly QueuedCommand[];
  readonly onRead: (stored: readonly QueuedCommand[], expected: readonly QueuedCommand[]) => void;
  /** The storage could not be read, so many times in a row. It is tried again. */
  readonly onUnreadable: (times: number) => void;
  /** It is time to read again. */
  readonly onDue: () => void;
}

/** How long a storage that refuses is left alone. */
const AGAIN_MS = 5000;

/** Reads what the storage holds: one time after the other, once more where somebody asked while it was being read. */
export class Reader {
  readonly #deps: PersisterDeps;
  readonly #events: ReaderEvents;
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #hasFailed = false;
  /** Times in a row, `AGAIN_MS` apart. */
  #failures = 0;
  #closed = false;
  #stop: (() => void) | undefined;

  constructor(deps: PersisterDeps, events: ReaderEvents) {
    this.#deps = deps;
    this.#events = events;
  }

  /** True where the storage could not be read the last time. */
  get isFailing(): boolean {
    return this.#hasFailed;
  }

  /** Ends when the storage has been read as it was at the call or later: what it held is known. */
  read(): Promise<void> {
    if (this.#reading === undefined) return this.#begin();
    return (this.#next ??= this.#reading.then(() => {
      this.#next = undefined;
      return this.read();
    }));
  }

  #begin(): Promise<void> {
    this.#reading = this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    if (this.#closed) return;
    const expected = this.#events.expected();
    const stored = await this.#deps.storage.load().catch(() => undefined);
    if (this.#closed) return;
    this.#hasFailed = stored === undefined;
    if (stored === undefined) this.#fail();
    else {
      this.#failures = 0;
      this.#events.onRead(stored, expected);
    }
  }

  /** Reads after a while, once for all that ask. */
  readIn(ms: number): void {
    this.#stop ??= this.#deps.later(ms, () => {
      this.#stop = undefined;
      this.#events.onDue();
    });
  }

  close(): void {
    this.#closed = true;
    this.#stop?.();
  }

  #fail(): void {
    if (this.#stop === undefined) this.#failures += 1;
    this.readIn(AGAIN_MS);
    this.#events.onUnreadable(this.#failures);
  }
}
