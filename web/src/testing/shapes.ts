/** What of a page no look at barriers has seen before. */
export interface Shapes {
  /** Hashes of the shapes that are not known yet. */
  readonly fresh: readonly string[];
  /** Whether its landmarks and headings are new, so that rules about whole pages have to be asked, too. */
  readonly isWhole: boolean;
}

/**
 * Runs in the page. The shape of an element is what rules about barriers depend on: its tag, role, classes, states, colours of its own, whether it
 * has text and a name, and the shape of what it stands in. Two rows of a list are one shape. Marks the outermost elements whose shape is not
 * known; whatever is in one of them is not known either.
 */
export function markShapes({ known, mark }: { readonly known: readonly string[]; readonly mark: string }): Shapes {
  const isKnown = new Set(known);
  const fresh = new Set<string>();
  const hash = (text: string): string => {
    let [a, b] = [0xde_ad_be_ef, 0x41_c6_ce_57];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 2_654_435_761);
      b = Math.imul(b ^ code, 1_597_334_677);
    }
    return ((b >>> 0) * 4_294_967_296 + (a >>> 0)).toString(36);
  };
  const NAMES = ['aria-label', 'aria-labelledby', 'title', 'alt', 'placeholder'];
  const shapeOf = (element: Element): string => {
    const words = [element.tagName, ...[...element.classList].toSorted()];
    for (const { name, value } of element.attributes) {
      if (name === 'role' || name === 'type' || name === 'tabindex' || name === 'lang') words.push(`${name}=${value}`);
      else if (name === 'style') words.push(...(value.match(/(?:[\w-]*colou?r|background)[\w-]*\s*:[^;]*/g) ?? []));
      else if (NAMES.includes(name)) words.push(`${name}${value.trim() === '' ? '' : '=named'}`);
      else if (name.startsWith('aria-'))
        words.push(/^(?:true|false|mixed|page|\d+)$/.test(value) && !/\d/.test(value) ? `${name}=${value}` : name);
      else if (name.startsWith('data-') || ['disabled', 'hidden', 'open', 'href', 'for'].includes(name))
        words.push(name);
    }
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '');
    return `${words.join(' ')}${hasText ? ' text' : ''}`;
  };
  for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark);
  const whole: string[] = [];
  const visit = (element: Element, above: string, isMarked: boolean): void => {
    if (element.tagName === 'IFRAME' || !element.checkVisibility()) return;
    const own = hash(`${above} ${shapeOf(element)}`);
    if (/^(?:MAIN|NAV|ASIDE|HEADER|FOOTER|DIALOG|H[1-6])$/.test(element.tagName))
      whole.push(`${element.tagName} ${own}`);
    const isFresh = !isKnown.has(own);
    if (isFresh) {
      fresh.add(own);
      if (!isMarked) element.setAttribute(mark, '');
    }
    for (const child of element.children) visit(child, own, isMarked || isFresh);
  };
  // What is narrow is laid out otherwise.
  visit(document.body, innerWidth < 700 ? 'narrow' : 'wide', false);
  const page = hash([...new Set(whole)].toSorted().join('\n'));
  const isWhole = !isKnown.has(page);
  if (isWhole) fresh.add(page);
  return { fresh: [...fresh], isWhole };
}
