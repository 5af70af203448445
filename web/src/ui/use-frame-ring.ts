import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether a frame has the focus and was reached by the Tab key. Browsers count the focus to what is in the frame: no style of the page that it stands
 * in can tell, and nobody would see where they are.
 */
export function useFrameRing(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const [isReached, setReached] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let isTab = false;
    const press = ({ key }: KeyboardEvent): void => {
      isTab = key === 'Tab';
    };
    const letGo = (): void => {
      isTab = false;
    };
    window.addEventListener('keydown', press, { capture: true, signal });
    window.addEventListener('keyup', letGo, { capture: true, signal });
    window.addEventListener('pointerdown', letGo, { capture: true, signal });
    // The page has lost the focus to the frame, or to something outside of the window.
    window.addEventListener('blur', () => setReached(isTab && document.activeElement === frame.current), { signal });
    window.addEventListener('focus', () => setReached(false), { signal });
    return () => stop.abort();
  }, [frame]);
  return isReached;
}
