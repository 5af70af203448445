import type { Logger } from '../../../platform/log/logger.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Processes } from '../../../platform/processes/processes.ts';
import { claimWatches, countWatches, myWatches, type WatchRow } from '../store/watch.ts';

const LOOK_MS = 2000;

/**
 * Keeps this process's share of the mailboxes: takes those that nobody reads, and gives away what others have to read. `onShare`
 * hears, after every check, what is to be read here and what is to be left.
 */
export class Allotment {
  readonly #database: Database;
  readonly #processes: Processes;
  readonly #log: Logger;
  readonly #onShare: (share: readonly WatchRow[], surplus: readonly WatchRow[]) => Promise<void>;
  readonly #stops: (() => void)[];
  #timer: NodeJS.Timeout;
  #checking: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #closed = false;

  constructor(options: {
    readonly database: Database;
    readonly processes: Processes;
    readonly log: Logger;
    readonly onShare: (share: readonly WatchRow[], surplus: readonly WatchRow[]) => Promise<void>;
  }) {
    this.#database = options.database;
    this.#processes = options.processes;
    this.#log = options.log;
    this.#onShare = options.onShare;
    const check = () => void this.check();
    this.#stops = [options.processes.onLost(check), options.processes.onOthers(check)];
    this.#timer = setInterval(check, LOOK_MS);
  }

  /** A check that begins after this call; many calls at once are one check. */
  check(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if (this.#checking === undefined) {
      this.#checking = this.#check().finally(() => (this.#checking = undefined));
      return this.#checking;
    }
    this.#next ??= this.#checking.then(() => {
      this.#next = undefined;
      return this.check();
    });
    return this.#next;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const stop of this.#stops) stop();
    await this.#checking;
  }

  async #check(): Promise<void> {
    const { id, live } = this.#processes;
    try {
      const { total, mine } = await countWatches(this.#database.owner, id);
      const share = Math.ceil(total / live);
      if (mine < share) await claimWatches(this.#database.owner, id, share - mine);
      const rows = await myWatches(this.#database.owner, id);
      if (!this.#closed) await this.#onShare(rows.slice(0, share), rows.slice(share));
    } catch (error) {
      this.#log.warn({ err: error }, 'the mailboxes cannot be shared out');
    }
  }
}
