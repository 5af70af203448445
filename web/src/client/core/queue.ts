import { CommandLedger } from './command-ledger.ts';
import { inOrder, type GivenCommand, type QueuedCommand, type Refusal } from './command.ts';
import { Persister } from './persister.ts';
import { believed } from './news.ts';
import { KnownOrder } from './known-order.ts';
import type { QueueEvents, QueueDeps, QueueMessage } from './queue-events.ts';
import { Reader } from './reader.ts';
import { Sender } from './sender.ts';
import { Writer } from './writer.ts';

/** How long after another page has begun to store something the storage is looked at. */
const LOOK_MS = 2000;
/** So often the storage may be unreadable before what was heard of has to do: it must not keep that back for ever. */
const MAX_UNREADABLE = 6;

/**
 * All commands of one person that are not answered yet. The storage is the truth; this joins those who keep, read, write and send, and
 * the other pages, to what this page knows.
 */
export class CommandQueue {
  readonly #deps: QueueDeps;
  readonly #events: QueueEvents;
  readonly #ledger: CommandLedger;
  readonly #knownOrder = new KnownOrder();
  readonly #persister: Persister;
  readonly #reader: Reader;
  readonly #sender: Sender;
  readonly #writer: Writer;
  #closed = false;

  constructor(deps: QueueDeps, events: QueueEvents) {
    this.#deps = deps;
    this.#events = events;
    this.#ledger = new CommandLedger(events);
    this.#persister = new Persister(deps, {
      current: (processId) => this.#ledger.get(processId),
      onKept: (processId, order) => this.#onKept(processId, order),
      onRefused: (processIds) => this.#onNotKept(processIds),
    });
    this.#writer = new Writer(deps, (processId, command) => this.#say(processId, command));
    this.#reader = new Reader(deps, {
      expected: () =>
        this.all().filter(({ kept, processId }) => kept === 'stored' && !this.#sender.isSending(processId)),
      onRead: (stored, expected) => this.#onRead(stored, expected),
      onUnreadable: (times) => {
        if (times >= MAX_UNREADABLE) this.#knownOrder.makeDo();
        this.#sender.pump();
      },
      onDue: () => void this.refresh(),
    });
    this.#sender = new Sender(deps, {
      all: () => this.all(),
      get: (processId) => this.#ledger.get(processId),
      areKnownUpTo: (command) => this.#knownOrder.areKnownUpTo(command),
      change: (command, part) => this.#change(command, part),
      finish: (command, answer) => this.#finish(command, answer),
      refuse: (command, refusal) => this.#refuse(command, refusal),
      lose: (processId) => this.#lose(processId),
      // One that has just failed is not tried again at once.
      refresh: async () => (this.#reader.isFailing ? undefined : this.refresh()),
    });
  }

  /** Commands that wait or are on their way, and those that were refused, in the order of all. */
  all(): readonly QueuedCommand[] {
    return this.#ledger.all();
  }

  /** What the server has applied lately, newest first. */
  done(): readonly QueuedCommand[] {
    return this.#ledger.done();
  }

  /** True while nothing waits or is on its way; what was refused rests until the person decides. */
  isResting(): boolean {
    return this.#ledger.isResting();
  }

  /** Adds a command. The screen shows it at once; the promise ends when it is stored or the storage has refused it. */
  async add(given: GivenCommand): Promise<QueuedCommand> {
    const command: QueuedCommand = {
      ...given,
      createdAt: this.#deps.now(),
      order: this.#knownOrder.last(),
      kept: 'storing',
      state: 'queued',
      revision: 0,
      attempts: 0,
    };
    this.#ledger.set(command);
    this.#events.onChange();
    this.#announce();
    await this.#persister.keep(command.processId);
    return this.#ledger.get(command.processId) ?? command;
  }

  /** Ends when everything that was given so far is stored, or the storage has refused it. */
  stored(): Promise<void> {
    return this.#persister.settled();
  }

  /** Ends when, beyond that, what has become of all is written: a page that opens then knows what this one does. */
  async settled(): Promise<void> {
    await Promise.all([this.stored(), this.#writer.settled()]);
  }

  /** Sends refused commands again, as if they had just been given. */
  async retry(processIds: readonly string[]): Promise<void> {
    const all = processIds.flatMap((processId) => {
      const command = this.#ledger.get(processId);
      if (command?.state !== 'refused') return [];
      const { refusal: _, ...rest } = command;
      const order = this.#knownOrder.last();
      const confirmedAt = this.#deps.now();
      this.#ledger.set({
        ...rest,
        state: 'queued',
        kept: 'storing',
        confirmedAt,
        order,
        revision: command.revision + 1,
      });
      return [this.#persister.keep(processId)];
    });
    this.#events.onChange();
    this.#announce();
    await Promise.all(all);
    this.wake();
  }

  /** Gives commands up. One that is on its way may still take effect. */
  async discard(processIds: readonly string[]): Promise<void> {
    const commands = processIds.flatMap((processId) => this.#ledger.get(processId) ?? []);
    const ids = commands.map(({ processId }) => processId);
    for (const command of commands) this.#ledger.drop(command);
    this.#events.onChange();
    this.#deps.post({ kind: 'discarded', processIds: ids });
    await this.#writer.remove(ids);
    this.#sender.pump();
  }

  /** Whether this page is the one that sends. */
  async lead(leader: boolean): Promise<void> {
    if (!leader) return this.#sender.lead(false);
    // Nothing is sent before everything that waits is known: hence the gap.
    this.#knownOrder.forget();
    this.#sender.lead(true);
    for (const command of this.all()) {
      const isOrphan = command.state === 'sending' && !this.#sender.isSending(command.processId);
      if (isOrphan) this.#ledger.set({ ...command, state: 'unknown' });
    }
    this.#takeOver();
    this.#deps.post({ kind: 'leading' });
    await this.refresh();
  }

  /** Stops sending while nobody is signed in; nothing is lost. */
  hold(held: boolean): void {
    this.#sender.hold(held);
    if (!held) this.wake();
  }

  /** Tries again now: the network is back, or the page is shown again. */
  wake(): void {
    if (this.#closed) return;
    // A page that sends may have slept: what the others hold alone was not heard by it.
    this.#deps.post({ kind: this.#sender.leads ? 'leading' : 'wake' });
    this.#persister.retry();
    this.#sender.wake();
  }

  /** What another page says. */
  hear(message: QueueMessage): void {
    if (this.#closed) return;
    if (message.kind === 'commands') {
      this.#adopt(message.commands);
      if (this.#sender.leads) {
        this.#mend(message.commands);
        this.#takeOver();
      }
    } else if (message.kind === 'discarded') {
      for (const processId of message.processIds) {
        const command = this.#ledger.get(processId);
        if (command === undefined) this.#ledger.end(processId);
        else this.#ledger.drop(command);
      }
      // The page that says so may die before it has done it.
      if (this.#sender.leads) void this.#writer.remove(message.processIds);
      this.#events.onChange();
    } else if (message.kind === 'leading') {
      void this.refresh();
    } else if (this.#sender.leads) {
      if (message.kind === 'wake') this.#sender.wake();
      else this.#reader.readIn(LOOK_MS);
    }
    this.#sender.pump();
  }

  /** Learns from the storage what is there: at the start, and at any doubt. */
  async refresh(): Promise<void> {
    if (this.#closed) return;
    // Of what no storage holds, only the page that sends can say what has become, or take it over.
    const memory = this.#sender.leads ? [] : this.all().filter(({ kept }) => kept === 'memory');
    if (memory.length > 0) this.#deps.post({ kind: 'commands', commands: memory });
    await this.#reader.read();
  }

  close(): void {
    this.#closed = true;
    this.#reader.close();
    this.#persister.close();
    this.#writer.close();
    this.#sender.close();
  }

  #onRead(stored: readonly QueuedCommand[], expected: readonly QueuedCommand[]): void {
    const kept = new Set(stored.map(({ processId }) => processId));
    this.#knownOrder.noteAll(stored);
    this.#adopt(stored.toSorted(inOrder).map((command) => ({ ...command, kept: 'stored' as const })));
    // It was stored before the storage was read, and is not there: somebody has dealt with it, long ago or while this page slept.
    for (const { processId } of expected) {
      const command = this.#ledger.get(processId);
      if (!kept.has(processId) && command?.kept === 'stored') this.#ledger.lose(processId);
    }
    if (this.#sender.leads) this.#mend(stored);
    // Of what is done the last are kept, as they are listed here.
    const unlisted = stored.filter(
      ({ state, processId }) => state === 'done' && this.#ledger.doneOf(processId) === undefined,
    );
    void this.#writer.remove(unlisted.map(({ processId }) => processId));
    this.#events.onChange();
    this.#sender.pump();
  }

  /** Writes and says how far commands are of which the storage, or a page that has slept, knows less. */
  #mend(others: readonly QueuedCommand[]): void {
    for (const { processId, state, revision } of others) {
      const mine = this.#ledger.get(processId);
      if (state !== 'done' && this.#ledger.hasEnded(processId)) this.#writeEnd(processId);
      else if (mine?.state === 'refused' && mine.revision > revision) {
        void this.#writer.update(mine);
        this.#deps.post({ kind: 'commands', commands: [mine] });
      }
    }
  }

  #writeEnd(processId: string): void {
    const done = this.#ledger.doneOf(processId);
    void (done === undefined ? this.#writer.remove([processId]) : this.#writer.update(done));
    this.#say(processId, done);
  }

  /** Says how a command is now; undefined where it is gone. A page that has opened since has read what stood there. */
  #say(processId: string, command: QueuedCommand | undefined): void {
    this.#deps.post(
      command === undefined
        ? { kind: 'discarded', processIds: [processId] }
        : { kind: 'commands', commands: [command] },
    );
  }

  #adopt(commands: readonly QueuedCommand[]): void {
    for (const given of commands) {
      const { processId } = given;
      this.#knownOrder.note(given);
      if (this.#ledger.hasEnded(processId)) continue;
      if (given.state === 'done') {
        this.#settle(given);
        continue;
      }
      const [leads, isSending] = [this.#sender.leads, this.#sender.isSending(processId)];
      const news = believed(this.#ledger.get(processId), given, { leads, isSending });
      if (news !== undefined) this.#ledger.set(news);
    }
    this.#events.onChange();
  }

  #announce(): void {
    if (!this.#sender.leads) this.#deps.post({ kind: 'storing' });
  }

  #onKept(processId: string, order: number): void {
    const command = this.#ledger.get(processId);
    if (command === undefined) {
      // Given up or answered while it was being stored.
      this.#writeEnd(processId);
      return;
    }
    const stored: QueuedCommand = { ...command, kept: 'stored', order };
    this.#knownOrder.note(stored);
    this.#ledger.set(stored);
    if (this.#closed) return;
    this.#events.onChange();
    this.#deps.post({ kind: 'commands', commands: [stored] });
    this.#sender.pump();
  }

  #onNotKept(processIds: readonly string[]): void {
    const memory = processIds.flatMap((processId) => {
      const command = this.#ledger.get(processId);
      return command === undefined ? [] : [{ ...command, kept: 'memory' as const }];
    });
    for (const command of memory) this.#ledger.set(command);
    this.#events.onChange();
    this.#deps.post({ kind: 'commands', commands: memory });
    this.#sender.pump();
  }

  async #change(command: QueuedCommand, part: Partial<QueuedCommand>): Promise<boolean> {
    const current = this.#ledger.get(command.processId);
    if (current === undefined) return false;
    const next: QueuedCommand = { ...current, ...part, revision: current.revision + 1 };
    this.#ledger.set(next);
    this.#events.onChange();
    const isThere = await this.#writer.update(next);
    this.#deps.post({ kind: 'commands', commands: [next] });
    return isThere || next.kept !== 'stored';
  }

  async #finish({ processId }: QueuedCommand, answer: unknown): Promise<void> {
    const command = this.#ledger.get(processId);
    if (command === undefined) return;
    const { refusal: _, ...rest } = command;
    const settledAt = this.#deps.now();
    const done: QueuedCommand = { ...rest, state: 'done', settledAt, revision: command.revision + 1 };
    this.#settle(done, answer);
    this.#events.onChange();
    await this.#writer.update(done);
    this.#deps.post({ kind: 'commands', commands: [done] });
  }

  async #refuse(command: QueuedCommand, refusal: Refusal): Promise<void> {
    await this.#change(command, { state: 'refused', refusal });
    this.#takeOver();
  }

  /** What waits for the person must not end with the page that has it in its memory: the one that sends stores it too. */
  #takeOver(): void {
    for (const { processId, state, kept } of this.all())
      if (state === 'refused' && kept === 'memory' && !this.#persister.has(processId))
        void this.#persister.keep(processId);
  }

  #settle(done: QueuedCommand, answer?: unknown): void {
    const old = this.#ledger.settle(done, answer);
    if (this.#sender.leads) void this.#writer.remove(old);
  }

  #lose(processId: string): void {
    this.#ledger.lose(processId);
    this.#events.onChange();
  }
}
