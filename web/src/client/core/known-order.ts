import { UNSTORED_ORDER, type QueuedCommand } from './command.ts';

/** Which places in the one order of all commands this page knows. One that it does not know may be that of a command to be sent before. */
export class KnownOrder {
  /** Every place up to this one is known here, or its command is gone; -1 where nothing is known. */
  #known = 0;
  #highest = 0;
  #unplaced = UNSTORED_ORDER;

  /** A place behind all that this page has given, for what the storage has not placed yet. */
  last(): number {
    this.#unplaced += 1;
    return this.#unplaced;
  }

  note({ kept, order }: QueuedCommand): void {
    if (kept !== 'stored') return;
    if (order === this.#known + 1) this.#known = order;
    this.#highest = Math.max(this.#highest, order);
  }

  /** The storage has said what there is. */
  noteAll(stored: readonly QueuedCommand[]): void {
    this.#known = Math.max(this.#known, 0, ...stored.map(({ order }) => order));
    this.#highest = Math.max(this.#highest, this.#known);
  }

  /** Nothing counts as known until the storage has said what there is. */
  forget(): void {
    this.#known = -1;
  }

  /** The storage does not say: what was heard of must do. */
  makeDo(): void {
    this.#known = Math.max(this.#known, this.#highest);
  }

  /** True where no command can have been given before this one that is not known here. */
  areKnownUpTo({ kept, order }: QueuedCommand): boolean {
    return this.#known >= 0 && (kept !== 'stored' || order <= this.#known);
  }
}
