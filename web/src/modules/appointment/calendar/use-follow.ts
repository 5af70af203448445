import type { Span } from '@kontor/contract/appointment';
import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { occurrenceOf } from './pending.ts';

/** Names an occurrence in a calendar wherever it is moved, as an element bears it in `data-follow`. */
export const followName = (span: Span): string => `${span.calendarId} ${occurrenceOf(span) ?? ''}`;

/**
 * Keeps the focus with what keys have moved: where it stands now is another element. Returns a function that says what is about to be moved, which is followed until
 * the focus is somewhere else.
 */
export function useFollow(frame: RefObject<HTMLElement | null>): (span: Span) => void {
  const followed = useRef<string>(undefined);
  // After each drawing: what was moved may be drawn anew by the answer of the server, too.
  useLayoutEffect(() => {
    const name = followed.current;
    if (name === undefined) return;
    const focused = document.activeElement as HTMLElement | null;
    if (focused?.dataset['follow'] === name) return;
    if (focused !== null && focused !== document.body) {
      followed.current = undefined;
      return;
    }
    const found = [...(frame.current?.querySelectorAll<HTMLElement>('[data-follow]') ?? [])].find(
      (one) => one.dataset['follow'] === name,
    );
    found?.focus();
  });
  return useCallback((span) => {
    followed.current = followName(span);
  }, []);
}
