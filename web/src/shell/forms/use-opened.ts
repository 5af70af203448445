import { useEffect, useRef, useState, type RefObject } from 'react';

/** What a page of administration shows: its list, or in its place the form of a row or of a new one. */
export interface Opened<T> {
  readonly isOpen: boolean;
  /** The row whose form is open; undefined for a new one. */
  readonly one: T | undefined;
  /** Key of the row that has the focus once the list is back. */
  readonly focused: number | undefined;
  /** The button that begins a new one: it has the focus after the row that had it is gone. */
  readonly addButton: RefObject<HTMLButtonElement | null>;
  readonly begin: () => void;
  readonly open: (one: T) => void;
  /** It was saved under this key. */
  readonly saved: (key: number) => void;
  readonly close: () => void;
  /** The row that had the focus, or the one whose question had it, is gone. */
  readonly removed: () => void;
}

/** `keyOf`: tells rows apart. */
export function useOpened<T extends object>(keyOf: (one: T) => number): Opened<T> {
  const [opened, setOpened] = useState<T | 'new'>();
  const [focused, setFocused] = useState<number>();
  const [removals, setRemovals] = useState(0);
  const addButton = useRef<HTMLButtonElement>(null);
  // Once the question is closed: while it lies over the page nothing beneath it takes the focus, and closed it gives it back to the row.
  useEffect(() => {
    if (removals > 0) addButton.current?.focus();
  }, [removals]);
  const one = opened === 'new' ? undefined : opened;
  return {
    isOpen: opened !== undefined,
    one,
    focused,
    addButton,
    begin: () => setOpened('new'),
    open: setOpened,
    saved: setFocused,
    close: () => {
      if (one !== undefined) setFocused(keyOf(one));
      setOpened(undefined);
    },
    removed: () => setRemovals((before) => before + 1),
  };
}
