import type { Instance } from '../../../platform/operation/context.ts';
import { prepareImported, type ImportedMail, type ImportParts, type ImportTarget } from './import.ts';
import { listMails, type Arrival, type ListedMail } from './list.ts';

/** Mails that are taken apart at once. */
const LANES = 4;
/** Mails that are listed in one transaction, and how many bytes of them: what was taken apart lies in memory until then. */
const TOGETHER = 100;
const MAX_BYTES = 32 * 1024 * 1024;

/** What becomes of each mail that is given. */
interface ImportListener<M> {
  readonly onListed: (mail: M, listed: ListedMail) => void;
  readonly onFault: (mail: M, error: unknown) => void;
  /** Whether nothing more is to be begun, after too many faults. */
  readonly isOver: () => boolean;
}

interface Ready<M> {
  readonly mail: M;
  readonly arrival: Arrival;
}

/**
 * Imports mails in the order in which they are given, many in one transaction: while some are listed, the next ones are taken apart. Where a transaction
 * fails, each of its mails is tried alone. A mail is in the database when `onListed` is called, and not before.
 */
export class BatchedImport<M extends ImportedMail> {
  readonly #parts: ImportParts;
  readonly #instance: Instance;
  readonly #target: ImportTarget;
  readonly #listener: ImportListener<M>;
  /** In the order in which they were given. */
  #preparing: Promise<Ready<M> | undefined>[] = [];
  #bytes = 0;
  readonly #busy = new Set<Promise<unknown>>();
  #listing: Promise<void> = Promise.resolve();

  constructor(parts: ImportParts, instance: Instance, target: ImportTarget, listener: ImportListener<M>) {
    this.#parts = parts;
    this.#instance = instance;
    this.#target = target;
    this.#listener = listener;
  }

  /** Takes a mail; resolves when there is room for another. */
  async add(mail: M): Promise<void> {
    const preparing = this.#prepare(mail);
    this.#preparing.push(preparing);
    this.#bytes += mail.raw.byteLength;
    const busy = preparing.finally(() => this.#busy.delete(busy));
    this.#busy.add(busy);
    if (this.#busy.size >= LANES) await Promise.race(this.#busy);
    if (this.#preparing.length >= TOGETHER || this.#bytes >= MAX_BYTES) await this.#list();
  }

  /** Resolves when all that was given is listed, or has failed. */
  async end(): Promise<void> {
    await this.#list();
    await this.#listing;
  }

  async #prepare(mail: M): Promise<Ready<M> | undefined> {
    try {
      return { mail, arrival: await prepareImported(this.#parts, this.#instance, this.#target, mail) };
    } catch (error) {
      this.#listener.onFault(mail, error);
      return undefined;
    }
  }

  /** Begins to list what was given, once what was before it is listed. */
  async #list(): Promise<void> {
    const some = this.#preparing;
    this.#preparing = [];
    this.#bytes = 0;
    await this.#listing;
    const ready = (await Promise.all(some)).filter((one) => one !== undefined);
    this.#listing = this.#listTogether(ready);
  }

  async #listTogether(ready: readonly Ready<M>[]): Promise<void> {
    if (ready.length === 0 || this.#listener.isOver()) return;
    const arrivals = ready.map(({ arrival }) => arrival);
    try {
      const listed = await this.#parts.change(this.#instance, (ctx) => listMails(ctx, arrivals));
      for (const [index, { mail }] of ready.entries()) {
        const one = listed[index];
        if (one !== undefined) this.#listener.onListed(mail, one);
      }
    } catch (error) {
      const [first] = ready;
      if (ready.length === 1 && first !== undefined) this.#listener.onFault(first.mail, error);
      else for (const one of ready) await this.#listTogether([one]);
    }
  }
}
