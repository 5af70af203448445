import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** What stays free around it, in pixels. */
const MARGIN = 8;

/**
 * Shows an element with `popover="auto"` in the top layer, beneath what it belongs to or, without room there, above it, and gives the focus
 * back when it goes. `focus` gives it what has it first. Returns where it stands.
 */
export function usePopover(
  ref: RefObject<HTMLElement | null>,
  {
    anchor,
    focus,
    onClose,
  }: {
    readonly anchor: DOMRect;
    readonly focus: (shown: HTMLElement) => void;
    readonly onClose: () => void;
  },
): { readonly left: number; readonly top: number } {
  // Within the screen from the beginning: a phone moves the whole page to what has the focus outside of it.
  const [position, setPosition] = useState({ left: MARGIN, top: MARGIN });
  const latest = useRef({ focus, onClose });
  useEffect(() => {
    latest.current = { focus, onClose };
  });
  useLayoutEffect(() => {
    const shown = ref.current;
    if (!shown) return undefined;
    const before = document.activeElement as HTMLElement | null;
    shown.showPopover();
    const put = (): void => {
      const box = shown.getBoundingClientRect();
      const below = anchor.bottom + 4 + box.height <= window.innerHeight - MARGIN;
      setPosition({
        left: Math.max(MARGIN, Math.min(anchor.left, window.innerWidth - box.width - MARGIN)),
        top: below ? anchor.bottom + 4 : Math.max(MARGIN, anchor.top - box.height - 4),
      });
    };
    put();
    latest.current.focus(shown);
    // What is in it may be loaded yet.
    const observer = new ResizeObserver(put);
    observer.observe(shown);
    const toggled = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'closed') latest.current.onClose();
    };
    shown.addEventListener('toggle', toggled);
    return () => {
      observer.disconnect();
      shown.removeEventListener('toggle', toggled);
      if (shown.contains(document.activeElement) || document.activeElement === document.body) before?.focus();
    };
  }, [ref, anchor]);
  return position;
}
