import type { Later } from './environment.ts';

/** Things that come one by one, handed on together. */
export interface Gather<T> {
  add(item: T): void;
  close(): void;
}

/** A frame, in milliseconds. Of a hidden page the browser makes it a second. */
const FRAME_MS = 16;

/** Gathers what comes within a frame, so that two hundred events a second are drawn no more often than the screen is. */
export function createGather<T>(later: Later, take: (items: readonly T[]) => void): Gather<T> {
  let items: T[] = [];
  let stop: (() => void) | undefined;
  return {
    add(item) {
      items.push(item);
      stop ??= later(FRAME_MS, () => {
        stop = undefined;
        const all = items;
        items = [];
        take(all);
      });
    },
    close: () => stop?.(),
  };
}
