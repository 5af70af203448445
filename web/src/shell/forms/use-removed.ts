import { useEffect, useRef, useState, type RefObject } from 'react';

/** Where the focus goes once something is gone that had it. */
export interface Removed<E extends HTMLElement> {
  /** What takes the focus then. */
  readonly nextFocus: RefObject<E | null>;
  /** The row that had the focus, or the one whose question had it, is gone. */
  readonly removed: () => void;
}

/** Gives the focus to `nextFocus` after a removal: without it, it would be nowhere. */
export function useRemoved<E extends HTMLElement = HTMLButtonElement>(): Removed<E> {
  const nextFocus = useRef<E>(null);
  const [removals, setRemovals] = useState(0);
  // Once the question is closed: while it lies over the page nothing beneath it takes the focus, and closed it gives it back to the row.
  useEffect(() => {
    if (removals > 0) nextFocus.current?.focus();
  }, [removals]);
  return { nextFocus, removed: () => setRemovals((before) => before + 1) };
}
