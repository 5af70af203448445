import { use, useCallback, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { useClient } from '../../client/react.tsx';
import { useShell } from '../context.tsx';
import { TabKeyContext } from '../tabs/tab-key.ts';

interface Editing {
  /** What it is called in the question, as `Person: Paul Neumann`. */
  readonly title: string;
  /** Whether there is anything to lose. */
  readonly isDirty: boolean;
  /** Saves it. False, or a rejection, where that could not be: the form says why. Left out where it can only be discarded. */
  readonly save?: () => Promise<boolean>;
  /** What else is to be forgotten when it is discarded. */
  readonly discard?: () => void;
}

/**
 * Says that something is edited, so that leaving it asks first: by navigation, by closing its tab or the window, by another instance, by
 * signing out. Returns how to leave it from within, as by closing a dialog: `then` goes on, at once or after the question.
 */
export function useUnsaved(editing: Editing): (then: () => void) => void {
  const { unsaved } = useShell();
  const account = useClient().key;
  const tabKey = use(TabKeyContext);
  const current = useRef(editing);
  const whose = useRef({});
  useLayoutEffect(() => {
    current.current = editing;
    const key = whose.current;
    const { title, isDirty, save } = editing;
    const entry = {
      account,
      tabKey,
      title,
      ...(save === undefined ? {} : { save: () => current.current.save?.() ?? Promise.resolve(false) }),
      discard: () => current.current.discard?.(),
    };
    const known = unsaved.of(key);
    if (isDirty ? known?.title === title && known.tabKey === tabKey : known === undefined) return;
    unsaved.set(key, isDirty ? entry : undefined);
  });
  // The other kinds of effects end when the screen is hidden, too, and what is hidden is still to be asked about.
  useInsertionEffect(() => {
    const key = whose.current;
    // Not while React takes the screen down: those who listen would be drawn.
    return () => queueMicrotask(() => unsaved.set(key, undefined));
  }, [unsaved]);
  return useCallback((then) => void unsaved.leave((entry) => entry === unsaved.of(whose.current), then), [unsaved]);
}
