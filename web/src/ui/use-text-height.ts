import { useLayoutEffect, type RefObject } from 'react';

/**
 * Keeps a textarea as high as its text, in browsers that do not know `field-sizing`. Its style sheet says `field-sizing: content` for all
 * others: they do it without being measured at each letter.
 */
export function useTextHeight(ref: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const field = ref.current;
    if (field === null || CSS.supports('field-sizing', 'content')) return;
    field.style.height = '0';
    field.style.height = `${field.scrollHeight}px`;
  });
}
