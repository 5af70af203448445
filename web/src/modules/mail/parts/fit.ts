/** Text that is smaller than half of what its writer meant is scrolled to instead. */
const SMALLEST = 0.5;
/** Rather than to show text smaller than this, words in tables are broken where they do not fit. */
const SMALL = 0.75;
const PIXELS = /^(\d+(?:\.\d+)?)(?:px)?$/;

/**
 * Keeps a mail that is made for a wider screen within its frame: boxes that are wider than it give way, columns keep their share of the
 * table, and what is too wide still is shown smaller. Called whenever the size of the frame or of what is in it may have changed.
 */
export function fitter(body: HTMLElement): () => void {
  const before = new Map<HTMLElement, { readonly style: string | null; readonly width: string | null }>();
  const root = body.ownerDocument.documentElement;
  let fittedTo = 0;

  const change = (element: HTMLElement): CSSStyleDeclaration => {
    if (!before.has(element))
      before.set(element, { style: element.getAttribute('style'), width: element.getAttribute('width') });
    return element.style;
  };
  const putBack = (): void => {
    for (const [element, { style, width }] of before) {
      if (style === null) element.removeAttribute('style');
      else element.setAttribute('style', style);
      if (width !== null) element.setAttribute('width', width);
    }
    before.clear();
    body.style.removeProperty('zoom');
    body.style.removeProperty('padding-inline');
  };

  return () => {
    if (root.clientWidth !== fittedTo) {
      putBack();
      fittedTo = root.clientWidth;
    }
    // A newsletter that is as wide as the sheet needs no margin of ours, which would cut it off.
    if (isTooWide(body)) body.style.paddingInline = '0';
    if (!isTooWide(body)) return;
    giveWay(body, change);
    if (share(body) < SMALL) for (const table of body.querySelectorAll('table')) breakWords(change(table));
    if (!isTooWide(body)) return;
    const already = Number(body.style.getPropertyValue('zoom')) || 1;
    body.style.setProperty('zoom', String(Math.max(SMALLEST, already * share(body))));
  };
}

const share = (body: HTMLElement): number => body.clientWidth / body.scrollWidth;
const breakWords = (style: CSSStyleDeclaration): void => style.setProperty('overflow-wrap', 'anywhere', 'important');
const isTooWide = (body: HTMLElement): boolean => body.scrollWidth > body.clientWidth;

/** Width in pixels that an element asks for; undefined where it asks for none, or for a share of what there is. */
function wantedWidth(element: HTMLElement): number | undefined {
  const width = element.style.width || element.getAttribute('width') || '';
  const pixels = PIXELS.exec(width.trim())?.[1];
  return pixels === undefined ? undefined : Number(pixels);
}

function giveWay(body: HTMLElement, change: (element: HTMLElement) => CSSStyleDeclaration): void {
  const most = body.clientWidth;
  // All is measured before anything changes.
  const cells = [...body.querySelectorAll<HTMLElement>('td, th, col')].flatMap((cell) => {
    const wanted = wantedWidth(cell);
    const whole = cell.closest('table')?.offsetWidth ?? 0;
    return wanted === undefined || whole === 0 ? [] : [{ cell, share: Math.min(100, (100 * wanted) / whole) }];
  });
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    if ((wantedWidth(element) ?? 0) > most) {
      const style = change(element);
      element.removeAttribute('width');
      style.setProperty('width', element.localName === 'img' ? 'auto' : '100%', 'important');
      style.setProperty('max-width', '100%', 'important');
    }
    if (Number.parseFloat(element.style.minWidth) > most) change(element).setProperty('min-width', '0', 'important');
  }
  for (const { cell, share } of cells) change(cell).setProperty('width', `${share}%`, 'important');
}
