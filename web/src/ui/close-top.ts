/** Closes the uppermost dialog, as Escape does; false where none is open. */
export function closeTopDialog(): boolean {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  top?.dispatchEvent(new Event('cancel', { cancelable: true }));
  return top !== undefined;
}
