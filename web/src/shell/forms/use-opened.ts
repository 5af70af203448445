import { useState, type RefObject } from 'react';
import { useRemoved } from './use-removed.ts';

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
  const { nextFocus, removed } = useRemoved();
  const one = opened === 'new' ? undefined : opened;
  return {
    isOpen: opened !== undefined,
    one,
    focused,
    addButton: nextFocus,
    begin: () => setOpened('new'),
    open: setOpened,
    saved: setFocused,
    close: () => {
      if (one !== undefined) setFocused(keyOf(one));
      setOpened(undefined);
    },
    removed,
  };
}
