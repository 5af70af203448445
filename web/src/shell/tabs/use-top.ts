import { useLayoutEffect, useRef, type UIEvent } from 'react';
import { useClient } from '../../client/react.tsx';
import { useShell } from '../context.tsx';

/** How long what is to be scrolled may take to become as long as it was, in milliseconds. */
const PATIENCE_MS = 5000;
const BY_HAND = ['wheel', 'pointerdown', 'keydown'] as const;

/** Keeps where what is marked by `data-scrolls` was scrolled to with the tab, and goes there when it is drawn again. For an element around it. */
export function useTop(tabKey: string) {
  const { tabs } = useShell();
  const account = useClient().key;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    const wanted = tabs.top(account, tabKey);
    if (element === null || wanted === 0) return undefined;
    const end = performance.now() + PATIENCE_MS;
    let frame = 0;
    const stop = (): void => {
      cancelAnimationFrame(frame);
      for (const name of BY_HAND) window.removeEventListener(name, stop);
    };
    // A mail grows for a while after it is there.
    const go = (): void => {
      const scrolled = element.querySelector('[data-scrolls]');
      if (scrolled !== null && scrolled.scrollHeight - scrolled.clientHeight >= wanted) {
        scrolled.scrollTop = wanted;
        stop();
      } else if (performance.now() > end) stop();
      else frame = requestAnimationFrame(go);
    };
    // Whoever moves by themselves is not moved.
    for (const name of BY_HAND) window.addEventListener(name, stop, { passive: true });
    go();
    return stop;
  }, [tabs, account, tabKey]);
  const onScrollCapture = ({ target }: UIEvent): void => {
    if (target instanceof Element && target.matches('[data-scrolls]')) tabs.setTop(account, tabKey, target.scrollTop);
  };
  return { ref, onScrollCapture };
}
