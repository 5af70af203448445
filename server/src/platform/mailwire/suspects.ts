/** Times that a mail may break the connection while nothing else is fetched. */
const MAX_BREAKS = 3;

/** What is still asked of a mail: all of it, its header, or nothing, each where the former broke the connection. */
export type FetchExtent = 'whole' | 'header' | 'nothing';

/**
 * Mails during whose fetching the connection broke, by UID. They are fetched after all others and each alone, so that the one that does
 * it is found and holds up nobody; after some tries it is asked for less.
 */
export class Suspects {
  readonly #folders = new Map<string, Map<number, number>>();

  /** Those of one folder. With other UIDs they are other mails. */
  of(folderId: number, uidValidity: number): FolderSuspects {
    const key = `${folderId} ${uidValidity}`;
    const breaks = this.#folders.get(key) ?? new Map<number, number>();
    this.#folders.set(key, breaks);
    return new FolderSuspects(breaks);
  }
}

export class FolderSuspects {
  readonly #breaks: Map<number, number>;

  constructor(breaks: Map<number, number>) {
    this.#breaks = breaks;
  }

  has(uid: number): boolean {
    return this.#breaks.has(uid);
  }

  extentOf(uid: number): FetchExtent {
    const more = (this.#breaks.get(uid) ?? 0) - MAX_BREAKS;
    return more < 0 ? 'whole' : more === 0 ? 'header' : 'nothing';
  }

  /** The connection broke while one of these was fetched; which one, only the next tries can tell. */
  suspect(uids: Iterable<number>): void {
    for (const uid of uids) if (!this.#breaks.has(uid)) this.#breaks.set(uid, 0);
  }

  /** The connection broke while nothing but this one was fetched. */
  blame(uid: number): void {
    this.#breaks.set(uid, (this.#breaks.get(uid) ?? 0) + 1);
  }

  /** One that was set aside before gets one try. */
  tryOnce(uid: number): void {
    if (!this.#breaks.has(uid)) this.#breaks.set(uid, MAX_BREAKS - 1);
  }

  clear(uid: number): void {
    this.#breaks.delete(uid);
  }
}
