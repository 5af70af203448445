import type { ImapFlow } from 'imapflow';
import { answered, withDeadline } from './connect.ts';
import { deadlined } from './fetch-mails.ts';
import type { AppendPush } from './sink.ts';

/** What is looked at from the end of a folder for mails that the server may have put there itself; more than are put there in one round. */
const LAST = 100;
const REFERENCE_HEADER = 'x-kontor-ref';

/** How a folder stands, as the server says: when it is opened, and where it is only asked. */
interface FolderNumbers {
  readonly uidNext: number;
  readonly uidValidity: number;
}

/** Whether it may lie in its folder before it is put there from here, and can be told by something. */
const isDoubtful = ({ begun, mayBeThere, messageId, reference }: AppendPush): boolean =>
  (begun !== null || mayBeThere) && (messageId !== null || reference !== null);

/**
 * Knows which of some mails lie in their folder already. It looks once for all of them, and again only when the UIDs say that there came
 * mails which were not put there from here.
 */
export class ThereAlready {
  readonly #client: ImapFlow;
  readonly #path: string;
  readonly #doubtful: readonly AppendPush[];
  readonly #found = new Set<number>();
  #uidValidity = 0;
  /** All mails below this UID were looked at or put there from here. */
  #knownTo = 0;
  /** UID of the next mail, as was said last; undefined where it has to be asked for. */
  #next: number | undefined;
  /** Mails that were put there from here since, and got UIDs that were not said. */
  #unsaid = 0;

  constructor(client: ImapFlow, path: string, pushes: readonly AppendPush[]) {
    this.#client = client;
    this.#path = path;
    this.#doubtful = pushes.filter(isDoubtful);
  }

  /** Looks for all of the mails: from where an earlier try began, or among the last ones. Resolves to the ids of those that are there. */
  async look(): Promise<ReadonlySet<number>> {
    if (this.#doubtful.length === 0) return new Set();
    const opened = await this.#open();
    if (opened.exists === 0) return new Set();
    // With other UIDs than before, or in another folder, all that is known of the first try is that it may have worked.
    const isSame = ({ begun }: AppendPush): boolean =>
      begun !== null && begun.path === this.#path && begun.uidValidity === opened.uidValidity;
    const byUid = this.#doubtful.filter((push) => isSame(push) && !push.mayBeThere);
    const byPlace = this.#doubtful.filter((push) => !byUid.includes(push));
    const next = Math.min(...byUid.map(({ begun }) => begun?.next ?? Infinity));
    if (opened.uidNext > next) await this.#findIn(`${next}:*`, true, byUid);
    if (byPlace.length > 0) await this.#findIn(lastOf(opened), false, byPlace);
    return new Set(this.#found);
  }

  /** Takes in how the folder stands. */
  heard({ uidNext, uidValidity }: FolderNumbers): void {
    this.#next = uidNext;
    if (uidValidity !== this.#uidValidity) this.#knownTo = -1;
  }

  /** Whether a mail lies there by now, before it is put there. */
  async has(push: AppendPush): Promise<boolean> {
    if (!this.#doubtful.includes(push)) return false;
    if (this.#next === undefined) await this.#ask();
    if (this.#next === this.#knownTo + this.#unsaid) {
      this.#knownTo += this.#unsaid;
      this.#unsaid = 0;
    } else await this.#lookAgain();
    return this.#found.has(push.id);
  }

  /**
   * Takes in that a mail was put there, and under which numbers, where the server said so. Came others right before it, they may have
   * been the same mail: then the one that was put there from here is removed.
   */
  async put(push: AppendPush, at: { readonly uid: number; readonly uidValidity: number } | undefined): Promise<void> {
    if (at === undefined || at.uidValidity !== this.#uidValidity) {
      this.#unsaid += 1;
      this.#next = undefined;
      return;
    }
    const isNext = at.uid === this.#next && this.#next === this.#knownTo;
    this.#next = at.uid + 1;
    if (isNext) this.#knownTo = this.#next;
    else if (this.#doubtful.includes(push)) {
      const uids = (await this.#lookAgain()).get(push.id) ?? [];
      if (uids.includes(at.uid) && uids.length > 1) await this.#remove(at.uid);
    }
  }

  async #open(): Promise<FolderNumbers & { readonly exists: number }> {
    const { exists, uidNext, uidValidity } = await withDeadline(this.#client, this.#client.mailboxOpen(this.#path));
    this.#uidValidity = Number(uidValidity);
    this.#knownTo = uidNext;
    this.#next = uidNext;
    this.#unsaid = 0;
    return { exists, uidNext, uidValidity: this.#uidValidity };
  }

  /** Not by opening it, which is much more to the server. */
  async #ask(): Promise<void> {
    const status = await answered(this.#client, this.#client.status(this.#path, { uidNext: true, uidValidity: true }));
    if (status) this.heard({ uidNext: status.uidNext ?? 0, uidValidity: Number(status.uidValidity) });
  }

  /** Looks at what came since. Resolves to the UIDs of those that are there, by their ids. */
  async #lookAgain(): Promise<ReadonlyMap<number, readonly number[]>> {
    const from = this.#knownTo;
    const before = this.#uidValidity;
    const opened = await this.#open();
    if (opened.exists === 0) return new Map();
    return from > 0 && opened.uidValidity === before
      ? this.#findIn(`${from}:*`, true, this.#doubtful)
      : this.#findIn(lastOf(opened), false, this.#doubtful);
  }

  /** Finds mails in a range of the open folder, by what they are known by. Resolves to their UIDs, by their ids. */
  async #findIn(
    range: string,
    uid: boolean,
    pushes: readonly AppendPush[],
  ): Promise<ReadonlyMap<number, readonly number[]>> {
    const query = { uid: true, envelope: true, headers: [REFERENCE_HEADER] };
    const uids = new Map<number, number[]>();
    for await (const mail of deadlined(this.#client, this.#client.fetch(range, query, { uid }))) {
      const reference = /^x-kontor-ref:\s*(\S+)/im.exec(mail.headers?.toString('latin1') ?? '')?.[1];
      const messageId = mail.envelope?.messageId;
      for (const push of pushes) {
        const isIt =
          (push.reference !== null && push.reference === reference) ||
          (push.messageId !== null && push.messageId === messageId);
        if (isIt) uids.set(push.id, [...(uids.get(push.id) ?? []), mail.uid]);
      }
      // What came after the folder was opened and is seen has not to be looked at again.
      this.#knownTo = Math.max(this.#knownTo, mail.uid + 1);
    }
    this.#next = Math.max(this.#next ?? 0, this.#knownTo);
    for (const id of uids.keys()) this.#found.add(id);
    return uids;
  }

  /** Only where the server removes this mail and no others that are marked as deleted. */
  async #remove(uid: number): Promise<void> {
    if (!this.#client.capabilities.has('UIDPLUS')) return;
    await answered(this.#client, this.#client.messageDelete(String(uid), { uid: true }));
  }
}

const lastOf = ({ exists }: { readonly exists: number }): string => `${Math.max(1, exists - LAST + 1)}:*`;
