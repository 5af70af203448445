import { OWN_REFUSALS, type QueuedCommand, type Refusal } from './command.ts';
import { outcomeOf, type SendFailure } from './outcome.ts';

/** What the server knows about a process id. */
export interface Known {
  readonly state: 'done' | 'failed' | 'queued' | 'absent';
  readonly answer?: unknown;
  readonly code?: string;
}

export interface SenderDeps {
  readonly now: () => number;
  readonly random: () => number;
  readonly online: () => boolean;
  /** Whether all is there that the command needs. Left out: always. */
  readonly isReady?: (command: QueuedCommand) => boolean;
  /** Sends one command, once. Rejects with a `SendFailure`. */
  readonly send: (command: QueuedCommand) => Promise<unknown>;
  /** Asks what became of a command. Rejects where no answer comes. */
  readonly ask: (processId: string) => Promise<Known>;
  /** Calls back after `ms`; returns how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
}

/** The queue, as far as the sender sees it. */
export interface SenderQueue {
  /** All that is not done, in order. */
  all(): readonly QueuedCommand[];
  get(processId: string): QueuedCommand | undefined;
  /** True where no command can have been given before this one that is not known here. */
  areKnownUpTo(command: QueuedCommand): boolean;
  /** Notes a change of state, and stores it. False where the command is not kept any more. */
  change(command: QueuedCommand, part: Partial<QueuedCommand>): Promise<boolean>;
  finish(command: QueuedCommand, answer: unknown): Promise<void>;
  refuse(command: QueuedCommand, refusal: Refusal): Promise<void>;
  /** The command is gone, and nobody can say here whether it took effect. */
  lose(processId: string): void;
  /** Learns from the storage what was given before. */
  refresh(): Promise<void>;
}

const MAX_AT_ONCE = 4;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** The server forgets process ids after so long; sending again is no longer safe then. */
export const MAX_AGE_MS = 90 * 24 * 3_600_000;

/** Sends what can be sent: in order, an item's commands one at a time. Works in one page at a time, the one that leads. */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #queue: SenderQueue;
  readonly #inFlight = new Set<string>();
  #leader = false;
  #held = false;
  #closed = false;
  #failures = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(deps: SenderDeps, queue: SenderQueue) {
    this.#deps = deps;
    this.#queue = queue;
  }

  isSending(processId: string): boolean {
    return this.#inFlight.has(processId);
  }

  get leads(): boolean {
    return this.#leader;
  }

  lead(leader: boolean): void {
    this.#leader = leader;
  }

  hold(held: boolean): void {
    this.#held = held;
  }

  /** Tries again now what waits for its next try. */
  wake(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.pump();
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
  }

  pump(): void {
    if (this.#isStopped() || this.#cancelTimer !== undefined || !this.#deps.online()) return;
    const busy = new Set<string>();
    for (const command of this.#queue.all()) {
      if (command.state === 'refused') continue;
      const free = command.keys.every((key) => !busy.has(key));
      for (const key of command.keys) busy.add(key);
      if (!free || this.#inFlight.has(command.processId) || command.kept === 'storing') continue;
      if (this.#deps.isReady?.(command) === false) continue;
      if (!this.#queue.areKnownUpTo(command)) return void this.#queue.refresh();
      if (this.#inFlight.size >= MAX_AT_ONCE) return;
      void this.#send(command);
    }
  }

  #isStopped(): boolean {
    return this.#closed || !this.#leader || this.#held;
  }

  async #send(command: QueuedCommand): Promise<void> {
    this.#inFlight.add(command.processId);
    try {
      await this.#attempt(command);
    } finally {
      this.#inFlight.delete(command.processId);
    }
    if (!this.#closed) this.pump();
  }

  async #attempt(before: QueuedCommand): Promise<void> {
    const age = this.#deps.now() - (before.confirmedAt ?? before.createdAt);
    if (age > MAX_AGE_MS) return this.#leaveToPerson(before, OWN_REFUSALS.tooOld);
    if (age > (before.asksAfterMs ?? Infinity)) return this.#leaveToPerson(before, OWN_REFUSALS.waited);
    const isKept = await this.#queue.change(before, { state: 'sending', attempts: before.attempts + 1 });
    if (!isKept) return this.#queue.lose(before.processId);
    const sending = this.#queue.get(before.processId);
    if (sending === undefined || this.#closed) return;
    if (this.#isStopped()) return void (await this.#queue.change(sending, { state: before.state }));
    try {
      const answer = await this.#deps.send(sending);
      if (this.#closed) return;
      this.#failures = 0;
      await this.#queue.finish(sending, answer);
    } catch (error) {
      if (!this.#closed) await this.#failed(sending, before, error as SendFailure);
    }
  }

  async #failed(sending: QueuedCommand, before: QueuedCommand, failure: SendFailure): Promise<void> {
    const outcome = outcomeOf(failure);
    if (this.#queue.get(sending.processId) === undefined) {
      if (outcome === 'unknown') this.#queue.lose(sending.processId);
      return;
    }
    if (failure.kind === 'unsupported') return this.#leaveToPerson(before, OWN_REFUSALS.unsupported);
    // Carried out in an earlier version of this client, whose request looked different.
    if (failure.code === 'PROCESS_ID_REUSED') return this.#leaveToPerson(sending, failure.code);
    if (outcome === 'refused') {
      this.#failures = 0;
      const { code, status, message, problem } = failure;
      const said = problem?.data === undefined ? {} : { data: problem.data };
      return this.#queue.refuse(sending, { code, status, detail: message, ...said });
    }
    // What an earlier try may have done is not undone by this one.
    const state = outcome === 'unknown' || before.state === 'unknown' ? 'unknown' : 'queued';
    await this.#queue.change(sending, { state });
    this.#backOff(failure.retryAfterMs);
  }

  /** What cannot be sent any more: where an earlier try has had its effect it is done, else the person is asked. */
  async #leaveToPerson(command: QueuedCommand, code: string): Promise<void> {
    if (command.attempts > 0) {
      const known = await this.#deps.ask(command.processId).catch(() => undefined);
      const now = this.#queue.get(command.processId);
      if (this.#closed || now === undefined) return;
      if (known?.state === 'done') return this.#queue.finish(now, known.answer);
      if (known?.state === 'failed') {
        return this.#queue.refuse(now, { code: known.code ?? code, status: 0, detail: '' });
      }
      if (known?.state !== 'absent') {
        await this.#queue.change(now, { state: 'unknown' });
        this.#backOff(undefined);
        return;
      }
    }
    const now = this.#queue.get(command.processId);
    if (now !== undefined) await this.#queue.refuse(now, { code, status: 0, detail: '' });
  }

  #backOff(wanted: number | undefined): void {
    if (this.#closed) return;
    this.#failures += 1;
    const growing = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#failures - 1));
    const random = this.#deps.random();
    // Never before it was asked for, and not all who were told so at once.
    const delay = wanted === undefined ? growing * (0.75 + random / 2) : wanted * (1 + random / 2);
    this.#cancelTimer ??= this.#deps.later(delay, () => this.wake());
  }
}
