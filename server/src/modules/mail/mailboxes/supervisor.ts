import { setTimeout as sleep } from 'node:timers/promises';
import { mailEvents, type AccountState, type MailServerFault } from '@kontor/contract/mail';
import { MailboxWatcher, Turns, type MailServerAddress, type TokenSource } from '../../../platform/mailwire/index.ts';
import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { Instance, Platform } from '../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../platform/operation/manifest.ts';
import { Allotment } from './allotment.ts';
import { addressOf, openSecrets, sealToken, storedServer } from './credentials.ts';
import { enqueueListing } from '../arrival/jobs.ts';
import { databaseSink } from '../arrival/mailbox-sink.ts';
import {
  activeAccounts,
  countCopies,
  findAccount,
  noteOutcome,
  type Outcome,
  setSecrets,
  type AccountRow,
} from '../store/accounts.ts';
import { leaveWatch, noteState, readState, type WatchRow } from '../store/watch.ts';

/** Accounts tell how far they are at most this often, and rarer where counting their mails takes long. */
const REPORT_MS = 300;
const PAUSE_PER_COUNT = 20;
const AGAIN_MS = 1000;
/** Folders that are named among those that cannot be read. */
const MAX_LEFT_OUT = 20;
/** Under this name server processes tell each other of accounts. */
const SIGNAL = 'mail';

/** How a watcher is getting on, as its own process and all others know it. */
interface Reported {
  readonly phase: AccountState['phase'];
  readonly folder: string;
  readonly fault: MailServerFault | null;
  readonly lastSync: Date | null;
  readonly onServer: number;
  readonly leftOut?: readonly string[];
}

interface Running {
  readonly instance: Instance;
  readonly accountId: number;
  readonly watcher: MailboxWatcher;
  phase: AccountState['phase'];
  folder: string;
  fault: MailServerFault | null;
  lastSync: Date | null;
  /** Mails on the server, as far as it told. */
  onServer: number;
  leftOut: readonly string[];
  timer: NodeJS.Timeout | undefined;
  /** How long the last report took, in milliseconds. */
  countMs: number;
  last: AccountState | undefined;
  kept: Promise<void>;
}

/** Keeps one watcher for every account that this process is to read, and knows how each is getting on, those of other processes too. */
export class MailSupervisor implements Service {
  readonly #tools: Platform & ServiceTools;
  readonly #policy: EgressPolicy;
  readonly #turns = new Turns();
  readonly #running = new Map<string, Running>();
  readonly #allotment: Allotment;
  readonly #stopHearing: () => void;
  /** Accounts of this process, in the version that is read. */
  readonly #versions = new Map<string, WatchRow>();
  /** Restarts of one account follow each other. */
  readonly #changing = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #closed = false;

  constructor(tools: Platform & ServiceTools, policy: EgressPolicy) {
    this.#tools = tools;
    this.#policy = policy;
    const { database, processes, log } = tools;
    this.#allotment = new Allotment({ database, processes, log, onShare: (...rows) => this.#share(...rows) });
    this.#stopHearing = tools.signals.on(SIGNAL, (text) => this.#hear(text));
  }

  /** Goes on with everything that was going on when the server ended: fetched mails, and all accounts. */
  async start(): Promise<void> {
    for (const instance of await this.#tools.directory.all()) {
      const accounts = await activeAccounts(this.#tools.database.forInstance(instance.id), instance.id);
      await this.#tools.change(instance, async (ctx) => {
        for (const account of accounts) await enqueueListing(ctx, account.account_id);
      });
    }
    await this.#allotment.check();
  }

  /** An account was changed: whoever reads it begins anew with it as it is in the database now. */
  refresh(instance: Instance, accountId: number): void {
    this.#tools.signals.send(SIGNAL, 'look');
    const telling = async (): Promise<void> => {
      await this.#allotment.check();
      await this.#changing.get(keyOf(instance.id, accountId));
      if (this.#closed) return;
      const account = await this.#find(instance, accountId);
      if (account?.paused === true) await this.#emit(instance, account, await this.state(account));
    };
    telling().catch((error: unknown) => this.#tools.log.error({ err: error, accountId }, 'mail account not told of'));
  }

  /** Begins with what is this process's now, or has changed, and ends what is not. */
  async #share(share: readonly WatchRow[], surplus: readonly WatchRow[]): Promise<void> {
    const { processes, database } = this.#tools;
    const mine = new Set(share.map((row) => keyOf(row.instance_id, row.account_id)));
    for (const row of share) {
      const key = keyOf(row.instance_id, row.account_id);
      if (this.#versions.get(key)?.version === row.version) continue;
      this.#versions.set(key, row);
      this.#change(key, () => this.#begin(key, row));
    }
    const { id } = processes;
    for (const [key, row] of this.#versions) {
      if (mine.has(key)) continue;
      this.#versions.delete(key);
      const isSurplus = surplus.some((other) => keyOf(other.instance_id, other.account_id) === key);
      this.#change(key, async () => {
        await this.#stop(key);
        // Another process begins with it when this one has ended.
        if (isSurplus) await leaveWatch(database.owner, id, row);
      });
    }
    for (const row of surplus) {
      const key = keyOf(row.instance_id, row.account_id);
      if (!this.#changing.has(key)) await leaveWatch(database.owner, id, row);
    }
  }

  #change(key: string, work: () => Promise<void>): void {
    const before = this.#changing.get(key) ?? Promise.resolve();
    const next = before
      .then(work)
      .catch((error: unknown) => this.#tools.log.error({ err: error, key }, 'mail account not started'))
      .finally(() => {
        if (this.#changing.get(key) === next) this.#changing.delete(key);
      });
    this.#changing.set(key, next);
  }

  async #begin(key: string, row: WatchRow): Promise<void> {
    await this.#stop(key);
    const instance = await this.#tools.directory.byId(row.instance_id);
    const account = instance && (await this.#find(instance, row.account_id));
    // Changed once more, or given away, while it was waited for: then another turn follows.
    if (this.#closed || this.#versions.get(key) !== row) return;
    if (instance !== undefined && account !== undefined) this.#watch(instance, account);
    // Not there yet, or no more: the next look tells.
    else this.#versions.delete(key);
  }

  #hear(text: string): void {
    const [what, instanceId, accountId] = text.split(' ');
    if (what === 'look') return void this.#allotment.check();
    const running = this.#running.get(keyOf(Number(instanceId), Number(accountId)));
    if (running === undefined) return;
    if (what === 'wake') running.watcher.wake();
    else if (what === 'push' || what === 'pushSoon') running.watcher[what]();
    else if (what === 'listed') this.#report(running);
  }

  /** Tells whoever reads an account, here or in another process. */
  #tellReader(what: 'wake' | 'push' | 'pushSoon' | 'listed', instanceId: number, accountId: number): void {
    const text = `${what} ${instanceId} ${accountId}`;
    if (this.#running.has(keyOf(instanceId, accountId))) this.#hear(text);
    else this.#tools.signals.send(SIGNAL, text);
  }

  /** Reads an account; while the database is away, again and again: nobody else would begin to read the mailbox. */
  async #find(instance: Instance, accountId: number): Promise<AccountRow | undefined> {
    for (;;) {
      try {
        return await findAccount(this.#tools.database.forInstance(instance.id), instance.id, accountId);
      } catch (error) {
        if (this.#stopping.signal.aborted) return undefined;
        this.#tools.log.warn({ err: error, accountId }, 'mail account cannot be read yet');
        await sleep(AGAIN_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** A server as the wire takes it; tokens that are rotated for an account are kept with it. */
  addressOf(
    instance: Instance,
    account: AccountRow,
    server: Parameters<typeof addressOf>[0]['server'],
  ): MailServerAddress {
    const { database, secrets, now, change } = this.#tools;
    const accountId = account.account_id;
    return addressOf({
      server,
      policy: this.#policy,
      now,
      current: async () => {
        const stored = await findAccount(database.forInstance(instance.id), instance.id, accountId);
        return stored === undefined ? '' : openSecrets(secrets, stored).refreshToken;
      },
      onRotated: (token) =>
        change(instance, (ctx) =>
          setSecrets(ctx.db, instance.id, accountId, {
            refreshToken: sealToken(secrets, instance.id, accountId, token),
          }),
        ),
    });
  }

  /** Access tokens of an account; undefined where it signs in by a password. */
  readonly tokensOf = (instance: Instance, account: AccountRow): TokenSource | undefined =>
    this.addressOf(instance, account, storedServer(this.#tools.secrets, account)).tokens;

  /** Looks at the server now. */
  wake(instanceId: number, accountId: number): void {
    this.#tellReader('wake', instanceId, accountId);
  }

  /** Something is to be changed on an account's server; `pushSoon`: more of it may follow shortly. */
  push(instanceId: number, accountId: number, when: 'push' | 'pushSoon' = 'push'): void {
    this.#tellReader(when, instanceId, accountId);
  }

  /** Mails of an account came into the lists. */
  listed(instanceId: number, accountId: number): void {
    this.#tellReader('listed', instanceId, accountId);
  }

  /** What an account is doing. */
  async state(account: AccountRow): Promise<AccountState> {
    const running = this.#running.get(keyOf(account.instance_id, account.account_id)) ?? (await this.#stateOf(account));
    const db = this.#tools.database.forInstance(account.instance_id);
    const counts = await countCopies(db, account.instance_id, account.account_id);
    const idle = account.paused ? ('paused' as const) : ('connecting' as const);
    const stored = account.on_server ?? 0;
    const known = running ?? { phase: idle, folder: '', fault: null, lastSync: null, onServer: stored, leftOut: [] };
    // Fetched is not listed yet: what people wait for is the list.
    const phase = known.phase === 'watching' && counts.waiting > 0 ? 'syncing' : known.phase;
    const there = counts.listed + counts.waiting;
    return {
      phase,
      done: counts.listed,
      total: phase === 'watching' ? counts.listed : Math.max(there, known.onServer),
      folder: known.folder,
      fault: known.fault ?? (running === undefined && !account.paused ? account.fault : null),
      lastSync: (known.lastSync ?? account.last_sync)?.toISOString() ?? null,
      quarantined: counts.unreadable,
      leftOut: [...(known.leftOut ?? [])],
    };
  }

  /** What another process said of an account that it reads. */
  async #stateOf(account: AccountRow): Promise<Reported | undefined> {
    if (account.paused) return undefined;
    const { database } = this.#tools;
    const reported = (await readState(database.owner, account.instance_id, account.account_id)) as Reported | undefined;
    return reported && { ...reported, lastSync: reported.lastSync === null ? null : new Date(reported.lastSync) };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopping.abort();
    this.#stopHearing();
    await this.#allotment.close();
    await Promise.all(this.#changing.values());
    await Promise.all([...this.#running.keys()].map((key) => this.#stop(key)));
  }

  async #stop(key: string): Promise<void> {
    const running = this.#running.get(key);
    if (running === undefined) return;
    this.#running.delete(key);
    clearTimeout(running.timer);
    await running.watcher.close();
    await running.kept;
  }

  #watch(instance: Instance, account: AccountRow): void {
    // An address has no server to read.
    if (account.kind !== 'imap' || account.paused) return;
    const { change, blobs, secrets, log } = this.#tools;
    const accountId = account.account_id;
    let running: Running | undefined;
    // The watcher tells of its first steps while it is being made.
    const update = (what: Partial<Running>) => {
      queueMicrotask(() => {
        if (running === undefined) return;
        const before = running.phase;
        Object.assign(running, what);
        // Other processes are to know at once whether it works; how far it is they may learn with everybody.
        if (running.phase !== before) this.#keep(running);
        this.#report(running);
      });
    };
    // One after the other: the last one holds.
    let noted = Promise.resolve();
    const keepOutcome = (outcome: Outcome): void => {
      noted = noted.then(() => this.#keepOutcome(instance, accountId, outcome));
    };
    const sink = databaseSink({
      change,
      blobs,
      instance,
      accountId,
      onProgress: ({ phase, folder, total }) => {
        // A connection that is tried again is still failed until it stands.
        if (phase === 'connecting') return;
        const isDone = phase === 'watching';
        if (isDone) keepOutcome({ syncedAt: new Date(this.#tools.now()) });
        else if (running?.lastSync === null && total !== running.onServer) keepOutcome({ onServer: total });
        update({
          phase,
          folder,
          onServer: total,
          fault: null,
          ...(isDone ? { lastSync: new Date(this.#tools.now()) } : {}),
        });
      },
      onLeftOut: (names) => update({ leftOut: names.slice(0, MAX_LEFT_OUT) }),
      onFault: (fault) => {
        log.info({ accountId, code: fault.code }, 'mail account failed');
        keepOutcome({ fault });
        update({ phase: 'failed', folder: '', fault });
      },
    });
    const server = this.addressOf(instance, account, storedServer(secrets, account));
    const watcher = new MailboxWatcher({ server, policy: this.#policy, sink, turns: this.#turns });
    running = {
      instance,
      accountId,
      watcher,
      phase: 'connecting',
      folder: '',
      fault: null,
      lastSync: account.last_sync,
      onServer: account.on_server ?? 0,
      leftOut: [],
      timer: undefined,
      countMs: 0,
      last: undefined,
      kept: Promise.resolve(),
    };
    this.#running.set(keyOf(instance.id, accountId), running);
  }

  async #keepOutcome(instance: Instance, accountId: number, outcome: Outcome): Promise<void> {
    try {
      await this.#tools.change(instance, (ctx) => noteOutcome(ctx.db, instance.id, accountId, outcome));
    } catch (error) {
      this.#tools.log.warn({ err: error, accountId }, 'state of a mail account not kept');
    }
  }

  /** Keeps how a watcher is getting on for other processes; the last one holds. */
  #keep(running: Running): void {
    const { database, processes, log } = this.#tools;
    const { instance, accountId, phase, folder, fault, lastSync, onServer, leftOut } = running;
    const reported: Reported = { phase, folder, fault, lastSync, onServer, leftOut };
    running.kept = running.kept
      .then(() => noteState(database.owner, processes.id, { instanceId: instance.id, accountId }, reported))
      .catch((error: unknown) => log.warn({ err: error, accountId }, 'state of a mail account not kept'));
  }

  /** Tells the members how far an account is, soon, and together with whatever happens until then. */
  #report(running: Running): void {
    running.timer ??= setTimeout(
      () => {
        running.timer = undefined;
        const began = performance.now();
        this.#reportNow(running)
          .catch((error: unknown) => this.#tools.log.warn({ err: error }, 'mail progress not told'))
          .finally(() => (running.countMs = performance.now() - began));
      },
      Math.max(REPORT_MS, running.countMs * PAUSE_PER_COUNT),
    );
  }

  async #reportNow(running: Running): Promise<void> {
    const { instance, accountId } = running;
    if (this.#running.get(keyOf(instance.id, accountId)) !== running) return;
    const account = await findAccount(this.#tools.database.forInstance(instance.id), instance.id, accountId);
    if (account === undefined) return;
    const state = await this.state(account);
    this.#keep(running);
    const { lastSync: _before, ...known } = running.last ?? { lastSync: null };
    const { lastSync: _now, ...now } = state;
    running.last = state;
    if (JSON.stringify(known) === JSON.stringify(now)) return;
    await this.#emit(instance, account, state);
  }

  #emit(instance: Instance, account: AccountRow, state: AccountState): Promise<void> {
    const payload = { keys: [], processIds: [], aggregateIds: [], accountId: account.account_id, state };
    return this.#tools.change(instance, async (ctx) => {
      ctx.emit(mailEvents.accountProgress, { users: [...new Set([account.owner_id, ...account.member_ids])] }, payload);
    });
  }
}

const keyOf = (instanceId: number, accountId: number): string => `${instanceId} ${accountId}`;
