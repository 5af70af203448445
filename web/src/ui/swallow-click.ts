/** A press that has dragged something is no click: the browser would follow what it ends on. A click that a key makes, which counts none, is another thing. */
export function swallowClick(): void {
  const stop = (event: MouseEvent): void => {
    if (event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', stop, { capture: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0);
}
