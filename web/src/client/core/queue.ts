import type { Patches } from './overlay.ts';

/** Why a command was not answered as it should: what a `Failure` of the client says about it. */
export interface SendFailure {
  readonly kind: 'offline' | 'problem' | 'shape' | 'aborted';
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** What the server asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

/** A command as it is kept until the server has answered it. Plain data. */
export interface QueuedCommand {
  readonly processId: string;
  readonly name: string;
  readonly params: unknown;
  /** Items that it is about. Commands about the same item are sent one after the other. */
  readonly keys: readonly string[];
  readonly patches: Patches;
  /** Milliseconds since 1970, and a counter that settles ties. */
  readonly createdAt: number;
  readonly order: number;
  readonly state: 'queued' | 'sending' | 'refused';
  readonly attempts: number;
  /** Why it was refused. */
  readonly refusal?: { readonly code: string; readonly status: number; readonly detail: string };
}

/** Where commands are kept. All of one person and instance. */
export interface QueueStorage {
  load(): Promise<QueuedCommand[]>;
  put(command: QueuedCommand): Promise<void>;
  remove(processId: string): Promise<void>;
}

export interface QueueWorld {
  readonly storage: QueueStorage;
  readonly now: () => number;
  readonly random: () => number;
  /** Sends one command, once. Rejects with a `SendFailure`. */
  readonly send: (command: QueuedCommand) => Promise<unknown>;
  /** Calls back after `ms`; answers how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
}

export interface QueueEvents {
  readonly onAdded: (command: QueuedCommand) => void;
  /** The server has applied it. */
  readonly onApplied: (command: QueuedCommand, answer: unknown) => void;
  /** The server has refused it; it stays until it is retried or discarded. */
  readonly onRefused: (command: QueuedCommand) => void;
  readonly onDiscarded: (command: QueuedCommand) => void;
  readonly onChange: () => void;
}

const MOST_AT_ONCE = 4;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

const isRefusal = (failure: SendFailure): boolean =>
  failure.kind === 'shape' ||
  (failure.kind === 'problem' &&
    failure.status >= 400 &&
    failure.status < 500 &&
    failure.status !== 401 &&
    failure.status !== 408 &&
    failure.status !== 429);

/** Commands in the order in which they were given. Nothing in here knows the network, the clock or the page. */
export class CommandQueue {
  readonly #world: QueueWorld;
  readonly #events: QueueEvents;
  readonly #commands = new Map<string, QueuedCommand>();
  #sending = new Set<string>();
  #order = 0;
  #failures = 0;
  #leader = false;
  #held = false;
  #closed = false;
  #cancelTimer: (() => void) | undefined;

  constructor(world: QueueWorld, events: QueueEvents) {
    this.#world = world;
    this.#events = events;
  }

  /** Takes up what an earlier page has left behind. */
  async load(): Promise<void> {
    const commands = await this.#world.storage.load();
    for (const command of commands.sort(inOrder)) this.adopt(command);
    this.pump();
  }

  /** Takes a command that is in the storage already, put there by another page or an earlier one. */
  adopt(command: QueuedCommand): void {
    if (this.#closed || this.#commands.has(command.processId)) return;
    this.#order = Math.max(this.#order, command.order + 1);
    const waiting: QueuedCommand = command.state === 'sending' ? { ...command, state: 'queued' } : command;
    this.#commands.set(command.processId, waiting);
    if (waiting.state === 'queued') this.#events.onAdded(waiting);
    this.#events.onChange();
    this.pump();
  }

  /** Adds a command. The screen shows it at once; the promise ends when it is stored, and only then is it sent. */
  async add(given: Pick<QueuedCommand, 'processId' | 'name' | 'params' | 'keys' | 'patches'>): Promise<QueuedCommand> {
    const command: QueuedCommand = {
      ...given,
      createdAt: this.#world.now(),
      order: this.#order,
      state: 'queued',
      attempts: 0,
    };
    this.#order += 1;
    this.#commands.set(command.processId, command);
    this.#events.onAdded(command);
    this.#events.onChange();
    this.#sending.add(command.processId);
    try {
      await this.#world.storage.put(command);
    } catch {
      // A full or forbidden storage must not lose the change: it is sent from memory.
    } finally {
      this.#sending.delete(command.processId);
    }
    this.pump();
    return command;
  }

  /** Commands that wait or are on their way, and those that were refused. */
  all(): readonly QueuedCommand[] {
    return [...this.#commands.values()].sort(inOrder);
  }

  /** True while nothing waits or is on its way; what was refused rests until the person decides. */
  isResting(): boolean {
    for (const command of this.#commands.values()) if (command.state !== 'refused') return false;
    return true;
  }

  /** Whether this page is the one that sends. */
  lead(leader: boolean): void {
    this.#leader = leader;
    this.wake();
  }

  /** Stops sending while nobody is signed in; nothing is lost. */
  hold(held: boolean): void {
    this.#held = held;
    this.wake();
  }

  /** Tries again now: the network is back, or the page is shown again. */
  wake(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.pump();
  }

  /** Sends a refused command again, as if it had just been given. */
  async retry(processId: string): Promise<void> {
    const command = this.#commands.get(processId);
    if (command?.state !== 'refused') return;
    const { refusal: _, ...rest } = command;
    const again: QueuedCommand = { ...rest, state: 'queued', createdAt: this.#world.now(), order: this.#order };
    this.#order += 1;
    this.#commands.set(processId, again);
    this.#events.onAdded(again);
    this.#events.onChange();
    await this.#world.storage.put(again).catch(() => undefined);
    this.wake();
  }

  /** Gives a command up. One that is on its way may still take effect. */
  async discard(processId: string): Promise<void> {
    const command = this.#commands.get(processId);
    if (command === undefined) return;
    this.#commands.delete(processId);
    this.#events.onDiscarded(command);
    this.#events.onChange();
    await this.#world.storage.remove(processId).catch(() => undefined);
    this.pump();
  }

  /** Another page has had the command answered. */
  settle(processId: string, refusal?: QueuedCommand['refusal']): void {
    const command = this.#commands.get(processId);
    if (command === undefined) return;
    if (refusal !== undefined) this.#refuse(command, refusal);
    else {
      this.#commands.delete(processId);
      this.#events.onApplied(command, undefined);
    }
    this.#events.onChange();
    this.pump();
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
  }

  /** Sends what can be sent: in order, an item's commands one at a time. */
  pump(): void {
    if (this.#closed || !this.#leader || this.#held || this.#cancelTimer !== undefined) return;
    const busy = new Set<string>();
    for (const command of this.all()) {
      if (command.state === 'refused') continue;
      const free = command.keys.every((key) => !busy.has(key));
      for (const key of command.keys) busy.add(key);
      if (!free || this.#sending.has(command.processId)) continue;
      if (this.#sending.size >= MOST_AT_ONCE) return;
      void this.#send(command);
    }
  }

  async #send(command: QueuedCommand): Promise<void> {
    const { processId } = command;
    this.#sending.add(processId);
    const sending: QueuedCommand = { ...command, state: 'sending', attempts: command.attempts + 1 };
    this.#commands.set(processId, sending);
    this.#events.onChange();
    try {
      const answer = await this.#world.send(sending);
      this.#failures = 0;
      if (this.#commands.delete(processId)) this.#events.onApplied(sending, answer);
      await this.#world.storage.remove(processId).catch(() => undefined);
    } catch (error) {
      await this.#failed(sending, error as SendFailure);
    }
    this.#sending.delete(processId);
    if (this.#closed) return;
    this.#events.onChange();
    this.pump();
  }

  async #failed(command: QueuedCommand, failure: SendFailure): Promise<void> {
    if (this.#closed || !this.#commands.has(command.processId)) return;
    if (isRefusal(failure)) {
      this.#failures = 0;
      const refusal = { code: failure.code, status: failure.status, detail: failure.message };
      await this.#world.storage.put(this.#refuse(command, refusal)).catch(() => undefined);
      return;
    }
    this.#commands.set(command.processId, { ...command, state: 'queued' });
    this.#failures += 1;
    const backoff =
      Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#failures - 1)) * (0.75 + this.#world.random() / 2);
    this.#cancelTimer ??= this.#world.later(failure.retryAfterMs ?? backoff, () => this.wake());
  }

  #refuse(command: QueuedCommand, refusal: NonNullable<QueuedCommand['refusal']>): QueuedCommand {
    const refused: QueuedCommand = { ...command, state: 'refused', refusal };
    this.#commands.set(command.processId, refused);
    this.#events.onRefused(refused);
    return refused;
  }
}

const inOrder = (a: QueuedCommand, b: QueuedCommand): number => a.createdAt - b.createdAt || a.order - b.order;
