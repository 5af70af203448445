import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Pixels from the end within which somebody is at it. */
const AT_END = 40;
/** Pixels from the beginning at which older texts are asked for, and from the end at which newer ones are. */
const NEAR_START = 240;

interface Scrolled {
  /** Numbers of the first and the last text, and how many wait to be sent. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly pending: number;
  /** The last one is the end of the thread. */
  readonly isWhole: boolean;
}

/**
 * Keeps a thread where it is read: at its end where somebody is there, and at the same text while older ones come before it. It begins at the
 * line *Neu*, else at the end.
 */
export function useScrolling(
  scroller: RefObject<HTMLElement | null>,
  { first, last, pending, isWhole }: Scrolled,
  onNearStart: () => void,
  onNearEnd: () => void,
) {
  const [isAtEnd, setAtEnd] = useState(true);
  const before = useRef({ isAtEnd: true, height: 0, first, last, pending, isWhole });
  const toEnd = useCallback((): void => {
    const element = scroller.current;
    element?.scrollTo({ top: element.scrollHeight });
  }, [scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || last === undefined) return;
    const was = before.current;
    const isFirst = was.last === undefined;
    const line = element.querySelector('.message-new');
    if (isFirst && line !== null) {
      toEnd();
      const top = line.getBoundingClientRect().top - element.getBoundingClientRect().top;
      if (top < 0) element.scrollBy({ top: top - element.clientHeight / 4 });
    } else if (isFirst || pending > was.pending) toEnd();
    else if (was.isAtEnd && was.isWhole && isWhole && (last !== was.last || pending !== was.pending)) toEnd();
    // The end is shown again after another part of it.
    else if ((first ?? 0) > (was.first ?? 0)) toEnd();
    else if (first !== was.first && last >= (was.last ?? 0))
      element.scrollBy({ top: element.scrollHeight - was.height });
    before.current = {
      isAtEnd: element.scrollHeight - element.scrollTop - element.clientHeight <= AT_END,
      height: element.scrollHeight,
      first,
      last,
      pending,
      isWhole,
    };
  }, [scroller, toEnd, first, last, pending, isWhole]);
  const onScroll = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const now = element.scrollHeight - element.scrollTop - element.clientHeight <= AT_END;
    before.current = { ...before.current, isAtEnd: now, height: element.scrollHeight };
    setAtEnd(now);
    if (element.scrollTop < NEAR_START) onNearStart();
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_START) onNearEnd();
  };
  // The editor beneath it grows and shrinks.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (before.current.isAtEnd && before.current.isWhole) toEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, toEnd]);
  return { isAtEnd, toEnd, onScroll };
}
