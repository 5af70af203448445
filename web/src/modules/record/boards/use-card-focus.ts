import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The card that has the focus, or is to get it: it is drawn wherever it lies. */
export function useCardFocus(strip: RefObject<HTMLElement | null>) {
  const [pinned, setPinned] = useState<number>();
  const toFocus = useRef<{ readonly idoId: number; readonly isShown: boolean }>(undefined);
  useLayoutEffect(() => {
    const { idoId, isShown } = toFocus.current ?? {};
    const element = strip.current?.querySelector<HTMLElement>(`[data-card="${idoId ?? ''}"]`);
    if (!element) return;
    toFocus.current = undefined;
    element.focus({ preventScroll: true });
    if (isShown === true) element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return {
    pinned,
    setPinned,
    /** `isShown`: it is scrolled to. */
    focus(idoId: number, isShown: boolean): void {
      toFocus.current = { idoId, isShown };
      setPinned(idoId);
    },
  };
}
export type CardFocus = ReturnType<typeof useCardFocus>;
