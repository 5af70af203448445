import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { MailParser } from '../../../platform/mailparse/index.ts';
import type { MailRelay } from '../../../platform/mailsend/index.ts';
import { handOver, KeptConnections, type HandedOver } from '../../../platform/mailsubmit/index.ts';
import type { TokenSource } from '../../../platform/mailwire/index.ts';
import type { Instance, Platform } from '../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../platform/operation/manifest.ts';
import { findAccount, type AccountRow } from '../store/accounts.ts';
import { announceOutgoing, remind } from './announce.ts';
import { makeMail, type Made } from './making.ts';
import type { ReceiverState } from './rules.ts';
import { wayOf } from './server-of.ts';
import { applyStates, NEVER, settleTry, type SettleParts } from './settle.ts';
import { accountsWithAppends } from './store/appends.ts';
import { findOutgoing, lockOutgoing, receiversOf, updateOutgoing, type OutgoingRow } from './store/outgoing.ts';
import { setSendingFault } from './store/accounts.ts';
import { TakenAhead } from './taken-ahead.ts';
import {
  beginEnd,
  beginHanding,
  giveBack,
  heldByTheDead,
  isAlive,
  nextDue,
  takeDue,
  type DueRow,
} from './store/take.ts';

const LOOK_MS = 10_000;
const AT_ONCE = 16;
const AT_ONCE_EACH = 4;
/** Mails of an account that are taken with those that are handed over, to follow them: taking is a transaction. */
const MAX_EACH = AT_ONCE_EACH + 4;
/** How long a server that stops waits for the last word about mails whose end it has said. */
const LAST_WORD_MS = 8000;
/** Under this name server processes tell each other that there is something to send. */
const SIGNAL = 'sending';

export interface SenderParts {
  readonly parser: MailParser;
  readonly policy: EgressPolicy;
  readonly relayOf: (instance: Instance) => MailRelay | undefined;
  /** What this machine calls itself to mail servers. */
  readonly name: string;
  readonly triesHours: number;
  /** Something is to be brought to an account's server; `pushSoon`: more of it may follow shortly. */
  readonly push: (instanceId: number, accountId: number) => void;
  readonly pushSoon: (instanceId: number, accountId: number) => void;
  /** Access tokens of an account. */
  readonly tokensOf: (instance: Instance, account: AccountRow) => TokenSource | undefined;
}

/**
 * Hands mails over when their time has come. One works in every server process: they share by what each takes in the database. A mail
 * server that stalls holds up its own account's mails alone.
 */
export class MailSender implements Service {
  readonly #tools: Platform & ServiceTools;
  readonly #parts: SenderParts;
  readonly #running = new Map<Promise<void>, number>();
  /** Mails that follow when one of their account is done. */
  readonly #ahead = new TakenAhead();
  readonly #kept = new KeptConnections();
  /** When what the dead left and what is due elsewhere were looked for last. */
  #lookedAt = -Infinity;
  readonly #stopping = new AbortController();
  readonly #stops: (() => void)[];
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #again = false;

  constructor(tools: Platform & ServiceTools, parts: SenderParts) {
    this.#tools = tools;
    this.#parts = parts;
    const check = () => void this.#check();
    const lookAtAll = () => {
      this.#lookedAt = -Infinity;
      check();
    };
    this.#stops = [tools.signals.on(SIGNAL, check), tools.processes.onOthers(lookAtAll)];
    check();
  }

  /** There is something to send, here or in another process. */
  wake(): void {
    this.#tools.signals.send(SIGNAL);
    void this.#check();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    for (const stop of this.#stops) stop();
    clearTimeout(this.#timer);
    await this.#checking;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LAST_WORD_MS);
    await Promise.race([Promise.allSettled([...this.#running.keys(), this.#giveAheadBack()]), late]);
    clearTimeout(timer);
    this.#kept.close();
  }

  /** Others may begin at once with what was taken and not begun. */
  async #giveAheadBack(): Promise<void> {
    const { database, processes, now } = this.#tools;
    for (const row of this.#ahead.clear())
      await giveBack(database.forInstance(row.instance_id), row, processes.id, new Date(now()));
  }

  /** A check that begins after this call; many calls at once are one check. */
  #check(): Promise<void> {
    this.#again = true;
    this.#checking ??= this.#checkOnce().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #checkOnce(): Promise<void> {
    const { database, log, now } = this.#tools;
    let next: number | undefined;
    while (this.#again && !this.#stopping.signal.aborted) {
      this.#again = false;
      try {
        if (Math.abs(now() - this.#lookedAt) >= LOOK_MS) {
          this.#lookedAt = now();
          await this.#takeOver();
          for (const row of await accountsWithAppends(database.owner, new Date(now())))
            this.#parts.pushSoon(row.instance_id, row.account_id);
        }
        await this.#begin();
        // Of an account that has all it may have at once the next one begins when one of it is done.
        next = await nextDue(database.owner, this.#full());
      } catch (error) {
        log.warn({ err: error }, 'mails to be sent cannot be looked for');
      }
    }
    if (this.#stopping.signal.aborted) return;
    const wait = Math.min(LOOK_MS, Math.max(20, (next ?? Infinity) - now()));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), this.#isFull() ? LOOK_MS : wait);
  }

  #isFull(): boolean {
    return this.#running.size >= AT_ONCE;
  }

  async #begin(): Promise<void> {
    const { database, processes, now } = this.#tools;
    const most = AT_ONCE - this.#running.size;
    if (most <= 0) return;
    this.#ahead.dropLapsed(now());
    const take = { processId: processes.id, now: now(), most, each: MAX_EACH, busy: this.#taken() };
    this.#ahead.add(await takeDue(database.owner, take));
    this.#beginNext();
  }

  /** How many mails of each account are taken. */
  #taken(): ReadonlyMap<number, number> {
    const taken = new Map<number, number>();
    for (const accountId of this.#running.values()) taken.set(accountId, (taken.get(accountId) ?? 0) + 1);
    for (const accountId of this.#ahead.accountIds())
      taken.set(accountId, (taken.get(accountId) ?? 0) + this.#ahead.of(accountId).length);
    return taken;
  }

  #full(): readonly number[] {
    return [...this.#taken()].filter(([, count]) => count >= MAX_EACH).map(([accountId]) => accountId);
  }

  /** Begins with mails that were taken, as many as go at once. */
  #beginNext(): void {
    for (const accountId of this.#ahead.accountIds()) {
      let running = [...this.#running.values()].filter((id) => id === accountId).length;
      for (; running < AT_ONCE_EACH; running += 1) {
        if (this.#isFull() || this.#stopping.signal.aborted) return;
        const row = this.#ahead.shift(accountId);
        if (row === undefined) break;
        this.#run(row);
      }
    }
  }

  #run(row: DueRow): void {
    const work = this.#work(row, this.#tools.processes.id)
      .catch((error: unknown) =>
        this.#tools.log.error({ err: error, outgoingId: row.outgoing_id }, 'a mail was not handed over'),
      )
      .finally(() => {
        this.#running.delete(work);
        if (this.#stopping.signal.aborted) return;
        this.#beginNext();
        // While some follow that were taken before there is nothing to look for.
        if (this.#ahead.of(row.account_id).length === 0) void this.#check();
      });
    this.#running.set(work, row.account_id);
  }

  async #work(row: DueRow, processId: string): Promise<void> {
    const instance = await this.#tools.directory.byId(row.instance_id);
    if (instance === undefined) return;
    if (row.stage === 'unknown') return this.#tellUnknown(instance, row);
    const db = this.#tools.database.forInstance(instance.id);
    const mail = await findOutgoing(db, instance.id, row.outgoing_id);
    // Taken back, put off or taken by somebody else since it was taken ahead.
    if (mail?.process_id !== processId) return;
    const isNew = mail.stage === 'waiting';
    const made = isNew ? await this.#make(instance, mail, processId) : await this.#beginAgain(instance, row, processId);
    if (made === undefined) return;
    const { attempt } = made;
    if (attempt === undefined) return giveBack(db, row, processId, new Date(this.#tools.now()));
    await this.#hand(instance, row, { outgoingId: row.outgoing_id, processId, attempt });
  }

  readonly #mayBegin = (): boolean => !this.#stopping.signal.aborted;

  /** Begins another try of a mail that was built before; undefined where it is another's by now. */
  async #beginAgain(instance: Instance, row: DueRow, processId: string): Promise<Made> {
    if (!this.#mayBegin()) return { attempt: undefined };
    return this.#tools.change(instance, async (ctx) => {
      const attempt = await beginHanding(ctx.db, row, processId, new Date(ctx.now()));
      if (attempt === undefined) return undefined;
      const mail = await findOutgoing(ctx.db, instance.id, row.outgoing_id);
      if (mail !== undefined) await announceOutgoing(ctx, mail);
      return { attempt };
    });
  }

  async #make(instance: Instance, mail: OutgoingRow, processId: string): Promise<Made> {
    const parts = { platform: this.#tools, parser: this.#parts.parser, change: this.#tools.change };
    try {
      return await makeMail(parts, instance, mail, { processId, mayBegin: this.#mayBegin });
    } catch (error) {
      // Tried again when its time with this process is over; it still can be taken back.
      this.#tools.log.warn({ err: error, outgoingId: mail.outgoing_id }, 'a mail could not be built');
      return undefined;
    }
  }

  async #hand(
    instance: Instance,
    row: DueRow,
    held: { readonly outgoingId: number; readonly processId: string; readonly attempt: number },
  ): Promise<void> {
    const { change, database, log } = this.#tools;
    const db = database.forInstance(instance.id);
    const outcome = await this.#tryOnce(instance, row, held).catch((error: unknown): HandedOver => {
      log.warn({ err: error, outgoingId: row.outgoing_id }, 'a mail could not be handed over');
      return { ...NOTHING, fault: 'UNKNOWN' };
    });
    if (outcome.decision === 'given up') return;
    log.info({ outgoingId: row.outgoing_id, attempt: held.attempt, decision: outcome.decision }, 'mail handed over');
    const receivers = outcome.receivers.size > 0 ? outcome.receivers : await this.#allLater(db, instance.id, row);
    await change(instance, (ctx) => settleTry(ctx, this.#settleParts(instance), held, { ...outcome, receivers }));
    if (outcome.serverFault !== null || outcome.decision === 'accepted')
      await setSendingFault(db, instance.id, row.account_id, outcome.serverFault);
  }

  async #allLater(
    db: Platform['database']['owner'],
    instanceId: number,
    row: DueRow,
  ): Promise<HandedOver['receivers']> {
    const receivers = await receiversOf(db, instanceId, [row.outgoing_id]);
    return new Map(receivers.map(({ address }) => [address, { state: 'later' as const, answer: '' }]));
  }

  async #tryOnce(
    instance: Instance,
    row: DueRow,
    held: { readonly processId: string; readonly attempt: number },
  ): Promise<HandedOver> {
    const { database, blobs, secrets, now } = this.#tools;
    const { policy, relayOf, name, tokensOf } = this.#parts;
    const db = database.forInstance(instance.id);
    const [mail, account, receivers] = await database.transaction(instance.id, (tx) =>
      Promise.all([
        findOutgoing(tx, instance.id, row.outgoing_id),
        findAccount(tx, instance.id, row.account_id),
        receiversOf(tx, instance.id, [row.outgoing_id]),
      ]),
    );
    const rawHash = mail?.raw_hash ?? null;
    const way =
      account && wayOf({ account, secrets, policy, relay: relayOf(instance), tokens: tokensOf(instance, account) });
    if (mail === undefined || rawHash === null || way === undefined) return { ...NOTHING, fault: 'NO_SERVER' };
    return handOver({
      ...way,
      kept: { connections: this.#kept, keptFor: `${instance.id} ${row.account_id}` },
      name,
      signal: this.#stopping.signal,
      letter: {
        from: mail.fields.from.address,
        to: receivers.filter(({ state }) => state === 'pending').map(({ address }) => address),
        size: mail.raw_size ?? 0,
        open: () => blobs.stream(instance.id, rawHash),
        reference: mail.reference,
        wantsDelivery: mail.fields.wantsDelivery,
      },
      release: () => beginEnd(db, row, held, new Date(now())),
    });
  }

  #settleParts(instance: Instance): SettleParts {
    return {
      triesHours: this.#parts.triesHours,
      onPush: (accountId) => this.#parts.push(instance.id, accountId),
      onCopy: (accountId) => this.#parts.pushSoon(instance.id, accountId),
    };
  }

  /** Two minutes have gone without a sign of a mail: whoever sent it has to know. */
  #tellUnknown(instance: Instance, { outgoing_id: outgoingId }: DueRow): Promise<void> {
    return this.#tools.change(instance, async (ctx) => {
      const row = await lockOutgoing(ctx.db, instance.id, outgoingId);
      if (row?.process_id !== this.#tools.processes.id || row.stage !== 'unknown') return;
      await updateOutgoing(ctx.db, row, { process_id: null, next_at: NEVER });
      await remind(ctx, row);
    });
  }

  /** Goes on with what processes held that are no more: nothing was sent before the end was said, and nobody knows after it. */
  async #takeOver(): Promise<void> {
    for (const held of await heldByTheDead(this.#tools.database.owner)) {
      const instance = await this.#tools.directory.byId(held.instance_id);
      if (instance === undefined) continue;
      await this.#tools.change(instance, async (ctx) => {
        const row = await lockOutgoing(ctx.db, instance.id, held.outgoing_id);
        if (row?.process_id == null || (await isAlive(this.#tools.database.owner, row.process_id))) return;
        if (row.stage === 'data') return this.#takeAsUnknown(instance, ctx, row);
        const again = { process_id: null, next_at: new Date(ctx.now()) };
        if (row.stage !== 'handing') return updateOutgoing(ctx.db, row, again);
        const built = { ...again, stage: 'built' as const, stage_at: new Date(ctx.now()) };
        await updateOutgoing(ctx.db, row, built);
        await announceOutgoing(ctx, { ...row, ...built });
      });
    }
  }

  async #takeAsUnknown(instance: Instance, ctx: Parameters<typeof applyStates>[0], row: OutgoingRow): Promise<void> {
    const receivers = await receiversOf(ctx.db, instance.id, [row.outgoing_id]);
    const lost = (state: ReceiverState): ReceiverState => (state === 'pending' ? 'unknown' : state);
    const states = new Map(receivers.map(({ address, state, answer }) => [address, { state: lost(state), answer }]));
    await applyStates(ctx, this.#settleParts(instance), row, states, { fault: 'ANSWER_LOST', answer: '' });
  }
}

const NOTHING = {
  decision: 'later',
  receivers: new Map(),
  fault: null,
  serverFault: null,
  answer: '',
  lines: '',
} as const;
