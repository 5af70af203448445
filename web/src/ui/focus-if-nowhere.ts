/** Gives the focus to an element where nothing else has it: what had it may be gone. */
export function focusIfNowhere(element: HTMLElement | null): void {
  if (document.activeElement === document.body || document.activeElement === null) element?.focus();
}
