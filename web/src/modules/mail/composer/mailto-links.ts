/**
 * Lets `mailto:` links in a tree of its own, as a frame's document or a shadow, begin a mail here instead of in another program. Answers
 * how to stop.
 */
export function takeMailtoLinks(root: Document | ShadowRoot, open: (link: string) => void): () => void {
  const click = (event: Event): void => {
    // A frame has classes of its own: what is clicked there is no element of this page's.
    const link = (event.target as Partial<Element> | null)?.closest?.('a[href]')?.getAttribute('href') ?? '';
    if (!/^\s*mailto:/i.test(link)) return;
    event.preventDefault();
    open(link.trim());
  };
  root.addEventListener('click', click);
  return () => root.removeEventListener('click', click);
}
