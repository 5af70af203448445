import { useEffect, useState, type RefObject } from 'react';
import { focusIfNowhere } from '../../ui/focus-if-nowhere.ts';
import { useRemoved } from './use-removed.ts';

/** Tells rows of a list apart. */
export type RowKey = number | string;

/** What a page of administration shows: its list, and in its place or over it the form of a row or of a new one. */
export interface Opened<T> {
  readonly isOpen: boolean;
  /** What the form is about; undefined for a new one of which nothing is known. */
  readonly one: T | undefined;
  /** Key of the row that has the focus once the list is back. */
  readonly focused: RowKey | undefined;
  /** The button that begins a new one: it has the focus after the row that had it is gone, and where no row has it once the form is closed. */
  readonly addButton: RefObject<HTMLButtonElement | null>;
  readonly begin: () => void;
  readonly open: (one: T) => void;
  /** It was saved under this key; undefined where its key is not told. */
  readonly saved: (key: RowKey | undefined) => void;
  readonly close: () => void;
  /** The row that had the focus, or the one whose question had it, is gone. */
  readonly removed: () => void;
}

/** `keyOf`: the key of the row that something stands for; undefined for a new one that was begun with something. */
export function useOpened<T extends object>(keyOf: (one: T) => RowKey | undefined): Opened<T> {
  const [opened, setOpened] = useState<T | 'new'>();
  const [focused, setFocused] = useState<RowKey>();
  const [closings, setClosings] = useState(0);
  const { nextFocus, removed } = useRemoved();
  // Once the list is there: the row that is to have the focus has it by then.
  useEffect(() => {
    if (closings > 0) focusIfNowhere(nextFocus.current);
  }, [closings, nextFocus]);
  return {
    isOpen: opened !== undefined,
    one: opened === 'new' ? undefined : opened,
    focused,
    addButton: nextFocus,
    begin: () => {
      setFocused(undefined);
      setOpened('new');
    },
    open: (one) => {
      setFocused(keyOf(one));
      setOpened(one);
    },
    saved: setFocused,
    close: () => {
      setOpened(undefined);
      setClosings((before) => before + 1);
    },
    removed,
  };
}
