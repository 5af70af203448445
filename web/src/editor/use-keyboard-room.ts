import { useEffect } from 'react';

/** Height in pixels that the keyboard of the screen covers; the page itself does not shrink on all systems. */
export const coveredBy = (inner: number, view: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>): number =>
  // Looked at closer it is not the keyboard that hides the rest.
  view.scale > 1.01 ? 0 : Math.max(0, Math.round(inner - view.height - view.offsetTop));

/**
 * Keeps the height that the keyboard covers as `--keyboard`, so that the bar over the text stands above it, and says for as long that
 * something is written: on a phone that has the whole screen.
 */
export function useKeyboardRoom(isWritten = true): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (view === null || !isWritten) return undefined;
    const { style, dataset } = document.documentElement;
    dataset['writing'] = 'true';
    const measure = (): void => style.setProperty('--keyboard', `${coveredBy(window.innerHeight, view)}px`);
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
      style.removeProperty('--keyboard');
      delete dataset['writing'];
    };
  }, [isWritten]);
}
