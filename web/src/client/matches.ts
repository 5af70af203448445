import type { ListMatch } from '@kontor/contract/kernel';

/** By entry. */
type Reasons = ReadonlyMap<number, ListMatch>;

const NONE: Reasons = new Map();
/** Number of lists whose reasons are kept: the ones that were asked for last. */
const MAX_LISTS = 20;

/** Why entries were found by a search, for those whose rows do not show it; by list. */
export class Matches {
  readonly #lists = new Map<string, Reasons>();
  readonly #listeners = new Set<() => void>();

  of(listId: string): Reasons {
    return this.#lists.get(listId) ?? NONE;
  }

  /** Takes what an answer said of these entries, in place of what an earlier one did. */
  put(listId: string, entryIds: readonly number[], matches: readonly ListMatch[]): void {
    const before = this.of(listId);
    if (matches.length === 0 && !entryIds.some((id) => before.has(id))) return;
    const reasons = new Map(before);
    for (const id of entryIds) reasons.delete(id);
    for (const match of matches) reasons.set(match.entryId, match);
    // Re-inserted, so that the map's order is the order of use.
    this.#lists.delete(listId);
    this.#lists.set(listId, reasons);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > MAX_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
