const MAX_LISTS = 2000;
const KEEP_MS = 5 * 60_000;

interface KnownList<A> {
  readonly pages: Map<number, A>;
  readAt: number;
}

/**
 * Remembers where the pages of the lists that people scroll through end, so that page 5,000 begins where page 4,999 ended
 * instead of counting half a million rows. A page that nobody led up to is counted from the nearest one that is known.
 */
export class Anchors<A> {
  readonly #lists = new Map<string, KnownList<A>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The nearest known end before `page`, and how many rows lie between. */
  before(list: string, page: number, limit: number): { readonly anchor: A | undefined; readonly skip: number } {
    const known = this.#lists.get(list);
    if (page === 1 || known === undefined || this.#now() - known.readAt > KEEP_MS) {
      return { anchor: undefined, skip: (page - 1) * limit };
    }
    for (let end = page - 1; end > 0; end -= 1) {
      const anchor = known.pages.get(end);
      if (anchor !== undefined) return { anchor, skip: (page - 1 - end) * limit };
    }
    return { anchor: undefined, skip: (page - 1) * limit };
  }

  remember(list: string, page: number, anchor: A): void {
    let known = this.#lists.get(list);
    if (known === undefined || page === 1) known = { pages: new Map(), readAt: this.#now() };
    known.pages.set(page, anchor);
    known.readAt = this.#now();
    // Re-inserted, so that the map's order is the order of use.
    this.#lists.delete(list);
    this.#lists.set(list, known);
    const oldest = this.#lists.keys().next();
    if (this.#lists.size > MAX_LISTS && !oldest.done) this.#lists.delete(oldest.value);
  }
}
