import { useEffect, type RefObject } from 'react';
import { useSteady } from '../../../ui/use-steady.ts';

interface Acts {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
}

/** The act that a key press means; Ctrl, or on a Mac the command key. */
function actOf(event: KeyboardEvent): keyof Acts | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  if (event.shiftKey) return undefined;
  return key === 'y' ? 'redo' : key === 's' ? 'save' : undefined;
}

/** Keys of the designer wherever in it the focus is, or where it was lost. What is tried in the preview is no part of the design. */
export function useDesignKeys(root: RefObject<HTMLElement | null>, acts: Acts): void {
  const steady = useSteady({ ...acts });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const act = actOf(event);
      const target = event.target as HTMLElement;
      const isHere = target === document.body || root.current?.contains(target) === true;
      if (act === undefined || event.defaultPrevented || !isHere || root.current?.checkVisibility() !== true) return;
      if (target.closest('.kind-preview, dialog') !== null || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      steady[act]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [root, steady]);
}
