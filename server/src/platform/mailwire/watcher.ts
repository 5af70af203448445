import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import type { EgressPolicy } from '../egress/index.ts';
import { connectMailServer, withDeadline } from './connect.ts';
import { faultOf } from './faults.ts';
import { foldersToRead, type FolderOnServer } from './folders.ts';
import { DEADLINES, type MailServerAddress } from './server.ts';
import type { MailboxSink } from './sink.ts';
import { markOf, syncFolder } from './sync-folder.ts';

export interface WatcherOptions {
  readonly server: MailServerAddress;
  readonly policy: EgressPolicy;
  readonly sink: MailboxSink;
  /** From 0 to 1; spreads the tries of many accounts. */
  readonly random?: () => number;
  readonly pollMs?: number;
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
  #lookAtAll = true;
  /** As they were at the last look at all. */
  #folders: readonly FolderOnServer[] = [];

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Looks at all folders now, also while a failure is being waited out. */
  wake(): void {
    this.#lookAtAll = true;
    this.#wake.resolve();
  }

  /** Pushes flags now where there is a connection; else they go with the next one. */
  push(): void {
    if (this.#client !== undefined) this.#wake.resolve();
  }

  /** Ends the connection. What was being kept is kept first. */
  async close(): Promise<void> {
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
    while (!this.#stopped) {
      this.#wake = Promise.withResolvers<void>();
      const inbox = await this.#sync(client);
      this.#failures = 0;
      await this.#waitForChange(client, inbox);
    }
  }

  /** Resolves to INBOX and the mark of what was seen of it. */
  async #sync(client: ImapFlow): Promise<{ path: string; mark: string } | undefined> {
    const { sink } = this.#options;
    const all = this.#lookAtAll;
    this.#lookAtAll = false;
    if (all) {
      // Some servers count each folder by itself: not for every mail that comes.
      const list = await withDeadline(client, client.list({ statusQuery: { messages: true } }));
      this.#folders = foldersToRead(list);
      await sink.foldersListed(this.#folders.map(({ path }) => path));
    }
    const folders = this.#folders;
    const total = folders.reduce((sum, { mails }) => sum + mails, 0);
    let inbox: { path: string; mark: string } | undefined;
    let done = 0;
    const toPush = new Set(all ? [] : await sink.foldersToPush());
    const due = folders.filter(({ role, path }) => all || role === 'inbox' || toPush.has(path));
    for (const folder of due) {
      const mark = await syncFolder(client, folder, sink, () => {
        done += 1;
        sink.progress({ phase: 'syncing', folder: folder.path, done, total });
      });
      if (folder.role === 'inbox') inbox = { path: folder.path, mark };
      if (this.#stopped) break;
    }
    sink.progress({ phase: 'watching', folder: '', done: total, total });
    return inbox;
  }

  /** Waits until INBOX changes, somebody wakes the watcher, or the other folders are due. */
  async #waitForChange(client: ImapFlow, inbox: { path: string; mark: string } | undefined): Promise<void> {
    if (this.#stopped) return;
    if (inbox !== undefined) {
      const opened = await withDeadline(client, client.mailboxOpen(inbox.path));
      // What came while other folders were looked at is announced by nobody.
      if (markOf(opened) !== inbox.mark) return;
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
    } finally {
      poll.abort();
      for (const event of events) client.off(event, change);
    }
  }

  async #backOff(): Promise<void> {
    const { random = Math.random, retryFirstMs = DEADLINES.retryFirstMs } = this.#options;
    const longest = Math.min(DEADLINES.retryLastMs, retryFirstMs * 2 ** Math.min(this.#failures, 20));
    this.#failures += 1;
    const ms = longest * (0.75 + random() * 0.5);
    this.#wake = Promise.withResolvers<void>();
    const timer = new AbortController();
    const signal = AbortSignal.any([timer.signal, this.#stop.signal]);
    await Promise.race([sleep(ms, undefined, { signal }).catch(() => undefined), this.#wake.promise]);
    timer.abort();
  }
}
