import { UNPLACED, inOrder, isLaid, type GivenCommand, type QueuedCommand, type Refusal } from './command.ts';
import { Keeper } from './keeper.ts';
import { believed } from './news.ts';
import type { QueueEvents, QueueWorld, QueueMessage } from './queue-events.ts';
import { Sender } from './sender.ts';
import { Writer } from './writer.ts';

/** Commands that are done and listed still. */
export const MOST_DONE = 50;
/** Process ids that are remembered as ended, so that old news does not bring them back. */
const MOST_ENDED = 4000;
const RELOAD_MS = 5000;
/** How long after another page has begun to store something the storage is looked at. */
const LOOK_MS = 2000;
const MOST_FAILED_LOADS = 6;

/** All commands of one person that are not answered yet, as this page knows them. The storage is the truth. */
export class CommandQueue {
  readonly #world: QueueWorld;
  readonly #events: QueueEvents;
  readonly #keeper: Keeper;
  readonly #sender: Sender;
  readonly #writer: Writer;
  readonly #commands = new Map<string, QueuedCommand>();
  readonly #done = new Map<string, QueuedCommand>();
  readonly #ended = new Set<string>();
  #sorted: readonly QueuedCommand[] | undefined;
  /** Every order up to this one is known here, or gone. */
  #known = 0;
  #highest = 0;
  #unplaced = UNPLACED;
  #isLoading = false;
  #loadAgain = false;
  #failedLoads = 0;
  #closed = false;
  #cancelLoad: (() => void) | undefined;

  constructor(world: QueueWorld, events: QueueEvents) {
    this.#world = world;
    this.#events = events;
    this.#keeper = new Keeper(world, {
      current: (processId) => this.#commands.get(processId),
      onKept: (processId, order) => this.#onKept(processId, order),
      onRefused: (processIds) => this.#onNotKept(processIds),
    });
    this.#writer = new Writer(world, (command) => world.post({ kind: 'commands', commands: [command] }));
    this.#sender = new Sender(world, {
      all: () => this.all(),
      get: (processId) => this.#commands.get(processId),
      isPlaced: ({ kept, order }) => this.#known >= 0 && (kept !== 'stored' || order <= this.#known),
      change: (command, part) => this.#change(command, part),
      finish: (command, answer) => this.#finish(command, answer),
      refuse: (command, refusal) => this.#refuse(command, refusal),
      lose: (processId) => this.#lose(processId),
      // One that has just failed is not tried again at once.
      refresh: async () => (this.#failedLoads > 0 ? undefined : this.refresh()),
    });
  }

  /** Commands that wait or are on their way, and those that were refused, in the order of all. */
  all(): readonly QueuedCommand[] {
    return (this.#sorted ??= [...this.#commands.values()].sort(inOrder));
  }

  /** What the server has applied lately, newest first. */
  done(): readonly QueuedCommand[] {
    return [...this.#done.values()].sort((a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0) || inOrder(b, a));
  }

  /** True while nothing waits or is on its way; what was refused rests until the person decides. */
  isResting(): boolean {
    for (const command of this.#commands.values()) if (isLaid(command)) return false;
    return true;
  }

  /** Adds a command. The screen shows it at once; the promise ends when it is stored or the storage has refused it. */
  async add(given: GivenCommand): Promise<QueuedCommand> {
    const command: QueuedCommand = {
      ...given,
      createdAt: this.#world.now(),
      order: this.#lastPlace(),
      kept: 'storing',
      state: 'queued',
      revision: 0,
      attempts: 0,
    };
    this.#set(command);
    this.#events.onChange();
    this.#announce();
    await this.#keeper.keep(command.processId);
    return this.#commands.get(command.processId) ?? command;
  }

  /** Ends when everything that was given so far is stored, or the storage has refused it. */
  stored(): Promise<void> {
    return this.#keeper.settled();
  }

  /** Sends refused commands again, as if they had just been given. */
  async retry(processIds: readonly string[]): Promise<void> {
    const all = processIds.flatMap((processId) => {
      const command = this.#commands.get(processId);
      if (command?.state !== 'refused') return [];
      const { refusal: _, ...rest } = command;
      const order = this.#lastPlace();
      const confirmedAt = this.#world.now();
      this.#set({ ...rest, state: 'queued', kept: 'storing', confirmedAt, order, revision: command.revision + 1 });
      return [this.#keeper.keep(processId)];
    });
    this.#events.onChange();
    this.#announce();
    await Promise.all(all);
    this.wake();
  }

  /** Gives commands up. One that is on its way may still take effect. */
  async discard(processIds: readonly string[]): Promise<void> {
    const commands = processIds.flatMap((processId) => this.#commands.get(processId) ?? []);
    const ids = commands.map(({ processId }) => processId);
    for (const command of commands) this.#drop(command);
    this.#events.onChange();
    this.#world.post({ kind: 'discarded', processIds: ids });
    await this.#writer.remove(ids);
    this.#sender.pump();
  }

  /** Whether this page is the one that sends. */
  async lead(leader: boolean): Promise<void> {
    if (!leader) return this.#sender.lead(false);
    // Nothing is sent before everything that waits is known: hence the gap.
    this.#known = -1;
    this.#sender.lead(true);
    for (const command of this.all()) {
      const isOrphan = command.state === 'sending' && !this.#sender.isSending(command.processId);
      if (isOrphan) this.#set({ ...command, state: 'unknown' });
    }
    this.#world.post({ kind: 'leading' });
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
    if (!this.#sender.leads) this.#world.post({ kind: 'wake' });
    this.#keeper.retry();
    this.#sender.wake();
  }

  /** What another page says. */
  hear(message: QueueMessage): void {
    if (this.#closed) return;
    if (message.kind === 'commands') {
      this.#adopt(message.commands);
      if (this.#sender.leads) this.#mend(message.commands);
    } else if (message.kind === 'discarded') {
      for (const processId of message.processIds) {
        const command = this.#commands.get(processId);
        if (command !== undefined) this.#drop(command);
        this.#end(processId);
      }
      // The page that says so may die before it has done it.
      if (this.#sender.leads) void this.#writer.remove(message.processIds);
      this.#events.onChange();
    } else if (message.kind === 'leading') {
      void this.refresh();
    } else if (this.#sender.leads) {
      if (message.kind === 'wake') this.#sender.wake();
      else this.#loadIn(LOOK_MS);
    }
    this.#sender.pump();
  }

  /** Learns from the storage what is there: at the start, and at any doubt. */
  async refresh(): Promise<void> {
    if (this.#closed) return;
    // Of what no storage holds, only the page that sends can say what has become, or take it over.
    const memory = this.#sender.leads ? [] : this.all().filter(({ kept }) => kept === 'memory');
    if (memory.length > 0) this.#world.post({ kind: 'commands', commands: memory });
    if (this.#isLoading) {
      this.#loadAgain = true;
      return;
    }
    this.#isLoading = true;
    const before = this.all().filter(({ kept, processId }) => kept === 'stored' && !this.#sender.isSending(processId));
    const stored = await this.#world.storage.load().catch(() => undefined);
    this.#isLoading = false;
    if (this.#closed) return;
    if (stored === undefined) this.#onNotLoaded();
    else this.#onLoaded(stored, before);
    if (this.#loadAgain) {
      this.#loadAgain = false;
      return this.refresh();
    }
    this.#sender.pump();
  }

  close(): void {
    this.#closed = true;
    this.#cancelLoad?.();
    this.#keeper.close();
    this.#writer.close();
    this.#sender.close();
  }

  #onLoaded(stored: readonly QueuedCommand[], before: readonly QueuedCommand[]): void {
    this.#failedLoads = 0;
    const kept = new Map(stored.map((command) => [command.processId, command]));
    this.#known = Math.max(this.#known, 0, ...stored.map(({ order }) => order));
    this.#highest = Math.max(this.#highest, this.#known);
    this.#adopt(stored.toSorted(inOrder).map((command) => ({ ...command, kept: 'stored' as const })));
    // It was stored before the storage was read, and is not there: somebody has dealt with it, long ago or while this page slept.
    for (const { processId } of before) {
      const command = this.#commands.get(processId);
      if (!kept.has(processId) && command?.kept === 'stored') this.#lose(processId);
    }
    if (this.#sender.leads) this.#mend(stored);
    const old = stored.filter(({ state }) => state === 'done').sort((a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0));
    this.#prune(old.slice(MOST_DONE).map(({ processId }) => processId));
    this.#events.onChange();
  }

  /** Writes and says how far commands are of which the storage, or a page that has slept, knows less. */
  #mend(others: readonly QueuedCommand[]): void {
    for (const { processId, state, revision } of others) {
      const mine = this.#commands.get(processId);
      if (state !== 'done' && this.#ended.has(processId)) this.#writeEnd(processId);
      else if (mine?.state === 'refused' && mine.revision > revision) {
        void this.#writer.update(mine);
        this.#world.post({ kind: 'commands', commands: [mine] });
      }
    }
  }

  #writeEnd(processId: string): void {
    const done = this.#done.get(processId);
    void (done === undefined ? this.#writer.remove([processId]) : this.#writer.update(done));
    // A page that has opened since has read what stood there.
    this.#world.post(
      done === undefined ? { kind: 'discarded', processIds: [processId] } : { kind: 'commands', commands: [done] },
    );
  }

  #onNotLoaded(): void {
    if (this.#cancelLoad !== undefined) return;
    this.#failedLoads += 1;
    // A storage that cannot be read must not keep back for ever what is known.
    if (this.#failedLoads >= MOST_FAILED_LOADS) this.#known = Math.max(this.#known, this.#highest);
    this.#loadIn(RELOAD_MS);
  }

  #loadIn(ms: number): void {
    this.#cancelLoad ??= this.#world.later(ms, () => {
      this.#cancelLoad = undefined;
      void this.refresh();
    });
  }

  #adopt(commands: readonly QueuedCommand[]): void {
    for (const given of commands) {
      const { processId } = given;
      this.#note(given);
      if (this.#ended.has(processId)) continue;
      if (given.state === 'done') {
        this.#settle(given);
        continue;
      }
      if (this.#sender.isSending(processId)) continue;
      const news = believed(this.#commands.get(processId), given, this.#sender.leads);
      if (news !== undefined) this.#set(news);
    }
    this.#events.onChange();
  }

  #announce(): void {
    if (!this.#sender.leads) this.#world.post({ kind: 'storing' });
  }

  #lastPlace(): number {
    this.#unplaced += 1;
    return this.#unplaced;
  }

  /** Keeps track of the places that are known. */
  #note({ kept, order }: QueuedCommand): void {
    if (kept !== 'stored') return;
    if (order === this.#known + 1) this.#known = order;
    this.#highest = Math.max(this.#highest, order);
  }

  #onKept(processId: string, order: number): void {
    const command = this.#commands.get(processId);
    if (command === undefined) {
      // Given up or answered while it was being stored.
      this.#writeEnd(processId);
      return;
    }
    const stored: QueuedCommand = { ...command, kept: 'stored', order };
    this.#note(stored);
    this.#set(stored);
    if (this.#closed) return;
    this.#events.onChange();
    this.#world.post({ kind: 'commands', commands: [stored] });
    this.#sender.pump();
  }

  #onNotKept(processIds: readonly string[]): void {
    const memory = processIds.flatMap((processId) => {
      const command = this.#commands.get(processId);
      return command === undefined ? [] : [{ ...command, kept: 'memory' as const }];
    });
    for (const command of memory) this.#set(command);
    this.#events.onChange();
    this.#world.post({ kind: 'commands', commands: memory });
    this.#sender.pump();
  }

  async #change(command: QueuedCommand, part: Partial<QueuedCommand>): Promise<boolean> {
    const current = this.#commands.get(command.processId);
    if (current === undefined) return false;
    const next: QueuedCommand = { ...current, ...part, revision: current.revision + 1 };
    this.#set(next);
    this.#events.onChange();
    const isThere = await this.#writer.update(next);
    this.#world.post({ kind: 'commands', commands: [next] });
    return isThere || next.kept !== 'stored';
  }

  async #finish({ processId }: QueuedCommand, answer: unknown): Promise<void> {
    const command = this.#commands.get(processId);
    if (command === undefined) return;
    const { refusal: _, ...rest } = command;
    const settledAt = this.#world.now();
    const done: QueuedCommand = { ...rest, state: 'done', settledAt, revision: command.revision + 1 };
    this.#settle(done, answer);
    this.#events.onChange();
    await this.#writer.update(done);
    this.#world.post({ kind: 'commands', commands: [done] });
  }

  async #refuse(command: QueuedCommand, refusal: Refusal): Promise<void> {
    await this.#change(command, { state: 'refused', refusal });
    // It waits for the person, who may close the page that has it in its memory.
    if (this.#commands.get(command.processId)?.kept === 'memory') void this.#keeper.keep(command.processId);
  }

  #settle(done: QueuedCommand, answer?: unknown): void {
    const { processId } = done;
    const before = this.#commands.get(processId);
    this.#end(processId);
    this.#done.set(processId, done);
    const old = this.done().slice(MOST_DONE);
    for (const command of old) this.#done.delete(command.processId);
    if (this.#sender.leads) this.#prune(old.map((command) => command.processId));
    if (before !== undefined && isLaid(before)) this.#events.onApplied(done, answer);
  }

  #prune(processIds: readonly string[]): void {
    void this.#writer.remove(processIds);
  }

  #lose(processId: string): void {
    const command = this.#commands.get(processId);
    this.#end(processId);
    if (command !== undefined) this.#events.onLost(command);
    this.#events.onChange();
  }

  #drop(command: QueuedCommand): void {
    this.#end(command.processId);
    this.#events.onDiscarded(command);
    // It may take effect yet, or has: what it is about is not known until it is read anew.
    if (command.attempts > 0) this.#events.onLost(command);
  }

  #end(processId: string): void {
    this.#commands.delete(processId);
    this.#sorted = undefined;
    this.#ended.add(processId);
    if (this.#ended.size > MOST_ENDED)
      for (const oldest of [...this.#ended].slice(0, MOST_ENDED / 2)) this.#ended.delete(oldest);
  }

  /** Takes a command as it is now, and tells what that means for its patches. */
  #set(next: QueuedCommand): void {
    const before = this.#commands.get(next.processId);
    this.#commands.set(next.processId, next);
    this.#sorted = undefined;
    const wasLaid = before !== undefined && isLaid(before);
    if (isLaid(next) && !wasLaid) this.#events.onAdded(next);
    else if (!isLaid(next) && wasLaid) this.#events.onRefused(next);
    else if (wasLaid && before.order !== next.order) this.#events.onPlaced(next);
  }
}
