import { dialOf, numbersIn } from './dial-of.ts';
import { phoneParts } from './phone-parts.ts';

/** Texts in which nothing is a number that somebody calls. */
const ELSEWHERE = 'a, button, code, pre, style, script, textarea';

/** Makes links of the phone numbers in what was cleaned already. Text stays text: only the elements around it are new. */
export function markNumbers(root: DocumentFragment | Element): void {
  const { ownerDocument } = root;
  const walker = ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest(ELSEWHERE)) continue;
    // From the last on: what stands before it keeps its place.
    for (const { at, text: written, dial } of numbersIn(text.data).toReversed()) {
      const number = text.splitText(at);
      number.splitText(written.length);
      const link = ownerDocument.createElement('a');
      link.setAttribute('href', `tel:${dial}`);
      number.replaceWith(link);
      link.append(number);
    }
  }
}

/**
 * Lets `tel:` links in a tree of its own, as a frame's document, offer here what can be done with a number. What cannot be dialled leads
 * nowhere. `shift`: where the tree stands on the page; `isMeant`: whether a click is about the number now. Returns how to stop.
 */
export function takePhoneLinks(
  root: Document | ShadowRoot | HTMLElement,
  shift: () => { readonly x: number; readonly y: number } = () => ({ x: 0, y: 0 }),
  isMeant: () => boolean = () => true,
): () => void {
  const click = (event: Event): void => {
    // A frame has classes of its own: what is clicked there is no element of this page's.
    const link = (event.target as Partial<Element> | null)?.closest?.('a[href]');
    const href = link?.getAttribute('href') ?? '';
    if (link == null || !/^\s*tel:/i.test(href) || !isMeant()) return;
    const number = decoded(href.trim().replace(/^tel:/i, ''));
    const parts = phoneParts.get();
    const dial = dialOf(number);
    if (parts === undefined && dial === href.trim().slice('tel:'.length)) return;
    event.preventDefault();
    event.stopPropagation();
    if (parts === undefined || dial === '') return;
    const box = link.getBoundingClientRect();
    const { x, y } = shift();
    parts.offer({ number: dial }, new DOMRect(box.x + x, box.y + y, box.width, box.height));
  };
  root.addEventListener('click', click);
  return () => root.removeEventListener('click', click);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
