import { useEffect, useState, type RefObject } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { texts } from '../texts.ts';
import type { Thread } from './thread-store.ts';

/** How long a text that was led to is marked, in milliseconds. */
const MARKED_MS = 600;

/** Leads to a text of the thread, which is loaded where it was not yet. `target`: the last one, which is there by then. */
export function useLeading(thread: Thread) {
  const t = useTexts(texts);
  const { notices } = useShell();
  const [target, setTarget] = useState<{ readonly no: number }>();
  const to = (no: number): void =>
    void thread.showAround(no).then((isThere) => {
      if (isThere) setTarget({ no });
      else notices.show({ text: t.notThere, tone: 'fault' });
    });
  return { target, to };
}

/** Leads from text to text: the number of the one that Tab leads to, and of the one that was led to last. */
export function useReaching(
  scroller: RefObject<HTMLElement | null>,
  last: number | undefined,
  target: ReturnType<typeof useLeading>['target'],
) {
  const [reached, setReached] = useState<number>();
  const [marked, setMarked] = useState<number>();
  const [taken, setTaken] = useState(target);
  if (target !== taken) {
    setTaken(target);
    setReached(target?.no);
    setMarked(target?.no);
  }
  useEffect(() => {
    if (target === undefined) return undefined;
    scroller.current?.querySelector(`[data-no="${target.no}"]`)?.scrollIntoView({ block: 'center' });
    const timer = setTimeout(() => setMarked(undefined), MARKED_MS);
    return () => clearTimeout(timer);
  }, [scroller, target]);
  return {
    reached: reached ?? last,
    marked,
    /** Goes to the text before or behind the one that has the focus. False where none has. */
    step(by: 1 | -1): boolean {
      const all = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-no]') ?? [])];
      const at = all.indexOf(document.activeElement as HTMLElement);
      if (at < 0) return false;
      const next = all[at + by];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
      if (next !== undefined) setReached(Number(next.dataset['no']));
      return true;
    },
  };
}
