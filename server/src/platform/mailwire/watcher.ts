import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import type { EgressPolicy } from '../egress/index.ts';
import { connectMailServer, withDeadline } from './connect.ts';
import { faultOf, serverWords } from './faults.ts';
import { isListed, planFolders, type FolderOnServer, type FolderPlan } from './folders.ts';
import { pushAppends } from './push-appends.ts';
import { pushLocations } from './push-places.ts';
import { DEADLINES, type MailServerAddress } from './server.ts';
import type { MailboxSink } from './sink.ts';
import { markOf, syncFolder, type FolderSync } from './sync-folder.ts';
import { Suspects } from './suspects.ts';
import { Turns } from './turns.ts';

/** Looks that may follow each other without a pause. */
const LOOKS_IN_A_ROW = 4;
const MAX_PAUSE_MS = 60_000;
/** What may wait for more of its kind waits until so long after the last round began. */
const ROUND_MS = 2000;

/** One look at the folders. */
interface Round {
  readonly all: boolean;
  readonly total: number;
  done: number;
  /** Copies that it was tried to move. */
  tried: ReadonlySet<number>;
  /** Whether mails left their folders. */
  lost: boolean;
  inbox: Inbox | undefined;
}

interface Inbox {
  readonly path: string;
  readonly mark: string;
}

export interface WatcherOptions {
  readonly server: MailServerAddress;
  readonly policy: EgressPolicy;
  readonly sink: MailboxSink;
  /** From 0 to 1; spreads the tries of many accounts. */
  readonly random?: () => number;
  readonly pollMs?: number;
  /** Shared by all accounts of a server. */
  readonly turns?: Turns;
  readonly retryFirstMs?: number;
}

/**
 * Reads one mailbox for as long as it lives: connects, brings all folders up to date, waits in IDLE, and begins anew whenever the
 * connection breaks. Everything it finds goes to the sink; it keeps nothing itself.
 */
export class MailboxWatcher {
  readonly #options: WatcherOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #wake = Promise.withResolvers<void>();
  #client: ImapFlow | undefined;
  #failures = 0;
  /** When the last round began, by `performance.now`. */
  #roundAt = -Infinity;
  #soon: NodeJS.Timeout | undefined;
  #lookAtAll = true;
  /** Another look has to follow at once. */
  #again = false;
  /** As they were at the last look at all. */
  #folders: FolderPlan = { folders: [], trash: null, junk: null, keepsAll: false, prefix: '', leftOut: [] };
  /** How folders were at the last complete look of this connection at each. */
  readonly #marks = new Map<string, string>();
  readonly #turns: Turns;
  readonly #suspects = new Suspects();

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#turns = options.turns ?? new Turns();
    this.#running = this.#run();
  }

  /** Looks at all folders now, also while a failure is being waited out. */
  wake(): void {
    this.#lookAtAll = true;
    this.#wake.resolve();
  }

  /** Changes the server now where there is a connection; else they go with the next one. */
  push(): void {
    if (this.#client !== undefined) this.#wake.resolve();
  }

  /** The same, but together with what follows shortly: each round looks through folders. */
  pushSoon(): void {
    const wait = Math.max(0, this.#roundAt + ROUND_MS - performance.now());
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.push();
    }, wait);
  }

  /** Ends the connection. What was being kept is kept first. */
  async close(): Promise<void> {
    clearTimeout(this.#soon);
    this.#stop.abort();
    this.#wake.resolve();
    this.#client?.close();
    await this.#running;
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  async #run(): Promise<void> {
    const { server, sink } = this.#options;
    while (!this.#stopped) {
      try {
        sink.progress({ phase: 'connecting', folder: '', done: 0, total: 0 });
        await this.#connected();
      } catch (error) {
        if (this.#stopped) break;
        sink.fault(faultOf(error, `${server.host}:${server.port}`));
        await this.#backOff();
      }
    }
  }

  async #connected(): Promise<void> {
    const { server, policy } = this.#options;
    const client = await connectMailServer(server, policy);
    this.#client = client;
    const gone = Promise.withResolvers<never>();
    gone.promise.catch(() => undefined);
    let reason: unknown;
    client.on('error', (error: Error) => {
      reason = error;
    });
    client.once('close', () =>
      gone.reject(reason ?? Object.assign(new Error('The server closed the connection'), { code: 'NoConnection' })),
    );
    try {
      if (this.#stopped) return;
      await Promise.race([this.#work(client), gone.promise]);
    } finally {
      this.#client = undefined;
      client.close();
    }
  }

  async #work(client: ImapFlow): Promise<void> {
    this.#lookAtAll = true;
    let inARow = 0;
    while (!this.#stopped) {
      this.#wake = Promise.withResolvers<void>();
      const inbox = await this.#sync(client);
      this.#failures = 0;
      const waited = this.#again ? false : await this.#waitForChange(client, inbox);
      inARow = waited ? 0 : inARow + 1;
      // A server that is another at every look is not looked at all the time.
      if (inARow > LOOKS_IN_A_ROW) await this.#pause(Math.min(MAX_PAUSE_MS, 250 * 2 ** (inARow - LOOKS_IN_A_ROW)));
    }
  }

  /** Resolves to INBOX and the mark of what was seen of it. */
  async #sync(client: ImapFlow): Promise<Inbox | undefined> {
    const { sink } = this.#options;
    this.#roundAt = performance.now();
    const all = this.#lookAtAll;
    this.#lookAtAll = false;
    this.#again = false;
    if (all) await this.#plan(client);
    const { folders, keepsAll } = this.#folders;
    const { isUnsure, tried } = await pushLocations(client, this.#folders, sink);
    const put = await pushAppends(client, this.#folders, sink);
    const total = folders.reduce((sum, { role, mails }) => sum + (isListed(role) ? mails : 0), 0);
    const round: Round = { all, total, done: 0, tried, lost: isUnsure, inbox: undefined };
    await this.#lookThrough(client, round, put);
    if (this.#stopped) return round.inbox;
    const unsure = await sink.reflect({ complete: all, keepsAll });
    // Where a mail went that left its folder only a look at all of them can tell.
    if (unsure || (round.lost && !all)) this.#again = this.#lookAtAll = true;
    // What was found only now, and people want elsewhere, is moved without waiting for another reason.
    const wanted = await sink.locationsToPush();
    if (wanted.some(({ pushes }) => pushes.some(({ copyId }) => !round.tried.has(copyId)))) this.#again = true;
    if (!this.#again) sink.progress({ phase: 'watching', folder: '', done: total, total });
    return round.inbox;
  }

  /** Looks at the folders that may have changed, each for a while, until all are up to date; INBOX in between. */
  async #lookThrough(client: ImapFlow, round: Round, put: ReadonlySet<string>): Promise<void> {
    const { sink } = this.#options;
    const { keepsAll, folders } = this.#folders;
    const toPush = new Set([...put, ...(await sink.foldersToPush())]);
    const due = folders.filter(
      (folder) => folder.role === 'inbox' || toPush.has(folder.path) || this.#isDue(folder, round),
    );
    const first = due.find(({ role }) => role === 'inbox');
    for (let folder = due.shift(); folder !== undefined && !this.#stopped; folder = due.shift()) {
      const began = performance.now();
      const isLate = () => performance.now() - began > DEADLINES.sliceMs;
      const synced = await this.#lookAt(client, folder, round, isLate);
      if (!synced.complete) due.push(folder);
      if (folder.role === 'inbox') {
        round.inbox = { path: folder.path, mark: synced.mark };
        // People see what came while the rest is still being read.
        await sink.reflect({ complete: false, keepsAll });
      } else if (first !== undefined && (isLate() || !synced.complete)) {
        if (!due.includes(first)) due.unshift(first);
        const pushed = await pushLocations(client, this.#folders, sink);
        round.lost ||= pushed.isUnsure;
        round.tried = pushed.tried;
      }
    }
  }

  #isDue({ path, mark }: FolderOnServer, { all }: Round): boolean {
    return all && (mark === null || mark !== this.#marks.get(path));
  }

  async #lookAt(client: ImapFlow, folder: FolderOnServer, round: Round, isLate: () => boolean): Promise<FolderSync> {
    const { sink } = this.#options;
    const { path, role } = folder;
    const synced = await syncFolder(client, folder, {
      sink,
      turns: this.#turns,
      suspects: this.#suspects,
      isDue: () => this.#stopped || isLate(),
      onMails: (count) => {
        if (isListed(role)) round.done += count;
        sink.progress({ phase: 'syncing', folder: serverWords(path), done: round.done, total: round.total });
      },
    });
    round.lost ||= synced.lost;
    if (synced.complete) this.#marks.set(path, synced.mark);
    return synced;
  }

  async #plan(client: ImapFlow): Promise<void> {
    const statusQuery = { messages: true, uidNext: true, uidValidity: true, highestModseq: true };
    // Some servers count each folder by itself: not for every mail that comes.
    this.#folders = planFolders(await withDeadline(client, client.list({ statusQuery })));
    this.#options.sink.leftOut(this.#folders.leftOut);
    await this.#options.sink.lookBegins(this.#folders.folders.map(({ path }) => path));
  }

  /** Waits until INBOX changes (false where it has already), somebody wakes the watcher, or the other folders are due. */
  async #waitForChange(client: ImapFlow, inbox: Inbox | undefined): Promise<boolean> {
    if (this.#stopped) return true;
    if (inbox !== undefined) {
      const opened = await withDeadline(client, client.mailboxOpen(inbox.path));
      // What came while other folders were looked at is announced by nobody.
      if (markOf(opened) !== inbox.mark) return false;
    }
    const changed = Promise.withResolvers<void>();
    const change = () => changed.resolve();
    const events = ['exists', 'expunge', 'flags'] as const;
    for (const event of events) client.on(event, change);
    const poll = new AbortController();
    try {
      // Resolves when the next command breaks it; a failure closes the connection, which ends the work.
      const idle = client.idle().catch(() => undefined);
      const due = sleep(this.#options.pollMs ?? DEADLINES.pollMs, true, { signal: poll.signal }).catch(() => false);
      const why = await Promise.race([changed.promise, this.#wake.promise, due]);
      if (why === true) this.#lookAtAll = true;
      await withDeadline(client, client.noop());
      await withDeadline(client, idle);
      return true;
    } finally {
      poll.abort();
      for (const event of events) client.off(event, change);
    }
  }

  async #backOff(): Promise<void> {
    const { random = Math.random, retryFirstMs = DEADLINES.retryFirstMs } = this.#options;
    const longest = Math.min(DEADLINES.retryLastMs, retryFirstMs * 2 ** Math.min(this.#failures, 20));
    this.#failures += 1;
    await this.#pause(longest * (0.75 + random() * 0.5));
  }

  /** Waits, unless somebody wakes the watcher. */
  async #pause(ms: number): Promise<void> {
    this.#wake = Promise.withResolvers<void>();
    const timer = new AbortController();
    const signal = AbortSignal.any([timer.signal, this.#stop.signal]);
    await Promise.race([sleep(ms, undefined, { signal }).catch(() => undefined), this.#wake.promise]);
    timer.abort();
  }
}
