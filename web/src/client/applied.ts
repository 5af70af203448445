import type { QueuedCommand } from './core/command.ts';

type Listener = (command: QueuedCommand, answer: unknown) => void;

/** So many commands are kept for those who begin to listen. */
const MAX_KEPT = 100;

export interface Applied {
  /** The server has applied a command. */
  readonly note: Listener;
  /** Hears of each command that is applied from now on. Returns the function that stops it. */
  readonly listen: (listener: Listener) => () => void;
  /**
   * Hears of each command that was applied on this page, once under this name, also of those that were before anybody listened under it: a page
   * that was loaded anew sends what waits before it has loaded whoever says what became of it. Returns the function that stops it.
   */
  readonly follow: (name: string, listener: Listener) => () => void;
}

/** Tells of the commands that the server has applied on this page. */
export function createApplied(): Applied {
  const listeners = new Set<Listener>();
  const kept: (readonly [QueuedCommand, unknown])[] = [];
  const heard = new Map<string, number>();
  let count = 0;
  const listen = (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    note(command, answer) {
      count += 1;
      kept.push([command, answer]);
      if (kept.length > MAX_KEPT) kept.shift();
      for (const listener of listeners) listener(command, answer);
    },
    listen,
    follow(name, listener) {
      const missed = count - (heard.get(name) ?? 0);
      heard.set(name, count);
      for (const [command, answer] of missed === 0 ? [] : kept.slice(-missed)) listener(command, answer);
      return listen((command, answer) => {
        heard.set(name, count);
        listener(command, answer);
      });
    },
  };
}
