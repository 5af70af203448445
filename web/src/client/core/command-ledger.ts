import { inOrder, isOptimistic, type QueuedCommand } from './command.ts';
import type { QueueEvents } from './queue-events.ts';

/** Commands that are done and listed still. */
export const MAX_DONE = 50;
/** Process ids that are remembered as ended, so that old news does not bring them back. */
const MAX_ENDED = 4000;

/** What one page knows of the commands of its person, and what each change of that means for their patches. Stores and tells nothing. */
export class CommandLedger {
  readonly #events: QueueEvents;
  readonly #commands = new Map<string, QueuedCommand>();
  readonly #done = new Map<string, QueuedCommand>();
  readonly #ended = new Set<string>();
  #sorted: readonly QueuedCommand[] | undefined;

  constructor(events: QueueEvents) {
    this.#events = events;
  }

  /** Commands that wait or are on their way, and those that were refused, in the order of all. */
  all(): readonly QueuedCommand[] {
    return (this.#sorted ??= [...this.#commands.values()].sort(inOrder));
  }

  get(processId: string): QueuedCommand | undefined {
    return this.#commands.get(processId);
  }

  /** What the server has applied lately, newest first. */
  done(): readonly QueuedCommand[] {
    return [...this.#done.values()].sort((a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0) || inOrder(b, a));
  }

  /** A command that is done and listed still. */
  doneOf(processId: string): QueuedCommand | undefined {
    return this.#done.get(processId);
  }

  /** True where the command is done, discarded or lost: whoever says something else says what was. */
  hasEnded(processId: string): boolean {
    return this.#ended.has(processId);
  }

  /** True while nothing waits or is on its way; what was refused rests until the person decides. */
  isResting(): boolean {
    for (const command of this.#commands.values()) if (isOptimistic(command)) return false;
    return true;
  }

  /** Takes a command as it is now, and tells what that means for its patches. */
  set(next: QueuedCommand): void {
    const before = this.#commands.get(next.processId);
    this.#commands.set(next.processId, next);
    this.#sorted = undefined;
    const wasOptimistic = before !== undefined && isOptimistic(before);
    if (isOptimistic(next) && !wasOptimistic) this.#events.onAdded(next);
    else if (!isOptimistic(next) && wasOptimistic) this.#events.onRefused(next);
    else if (wasOptimistic && before.order !== next.order) this.#events.onReordered(next);
  }

  /** The server has applied the command. Returns those that are listed no more. */
  settle(done: QueuedCommand, answer?: unknown): readonly string[] {
    const { processId } = done;
    const before = this.#commands.get(processId);
    this.end(processId);
    this.#done.set(processId, done);
    const old = this.done()
      .slice(MAX_DONE)
      .map((command) => command.processId);
    for (const oldId of old) this.#done.delete(oldId);
    if (before !== undefined && isOptimistic(before)) this.#events.onApplied(done, answer);
    return old;
  }

  /** The command is gone, and nobody can say here whether it took effect. */
  lose(processId: string): void {
    const command = this.#commands.get(processId);
    this.end(processId);
    if (command !== undefined) this.#events.onLost(command);
  }

  /** The person has given the command up. */
  drop(command: QueuedCommand): void {
    this.end(command.processId);
    this.#events.onDiscarded(command);
    // It may take effect yet, or has: what it is about is not known until it is read anew.
    if (command.attempts > 0) this.#events.onLost(command);
  }

  /** Knows the command no more, and believes nobody who does. */
  end(processId: string): void {
    this.#commands.delete(processId);
    this.#sorted = undefined;
    this.#ended.add(processId);
    if (this.#ended.size > MAX_ENDED)
      for (const oldest of [...this.#ended].slice(0, MAX_ENDED / 2)) this.#ended.delete(oldest);
  }
}
