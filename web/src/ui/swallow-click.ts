/** A press that has dragged something is no click: the browser would follow what it ends on. */
export function swallowClick(): void {
  const stop = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', stop, { capture: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0);
}
