import type { Later } from './environment.ts';

/** Things that come one by one, handed on together. */
export interface Gather<T> {
  add(item: T): void;
  close(): void;
}

interface GatherDeps {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly later: Later;
}

/** A frame, in milliseconds. Of a hidden page the browser makes it a second. */
const FRAME_MS = 16;

/**
 * Gathers what comes within a frame, so that two hundred events a second are drawn no more often than the screen is. What comes after a frame of
 * rest is handed on as soon as the page has taken what has come with it.
 */
export function createGather<T>({ now, later }: GatherDeps, take: (items: readonly T[]) => void): Gather<T> {
  let items: T[] = [];
  let stop: (() => void) | undefined;
  let takenAt = -Infinity;
  return {
    add(item) {
      items.push(item);
      // A clock that was put back keeps nobody waiting for longer than a frame.
      stop ??= later(Math.min(FRAME_MS, Math.max(0, takenAt + FRAME_MS - now())), () => {
        stop = undefined;
        takenAt = now();
        const all = items;
        items = [];
        take(all);
      });
    },
    close: () => stop?.(),
  };
}
