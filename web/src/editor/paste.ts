import { colourOf, oldSize } from './letter-styles.ts';

/** Rules that programs for tables put beside what is copied, as `.xl65 { background: #ff0 }`, written to the cells themselves. */
function applyRules(fragment: DocumentFragment, html: string): void {
  const css = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi)]
    .map(([, text = '']) => text.replace(/<!--|-->/g, ''))
    .join('\n');
  if (css.trim() === '') return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const isSimple = /^[a-z]*\.?[\w-]+(,\s*[a-z]*\.?[\w-]+)*$/i;
  const rules = [...sheet.cssRules]
    .filter((rule) => rule instanceof CSSStyleRule)
    .filter(({ selectorText }) => isSimple.test(selectorText))
    // What is said of a class counts more than what is said of all cells, wherever it stands.
    .toSorted((a, b) => Number(a.selectorText.includes('.')) - Number(b.selectorText.includes('.')));
  /** What elements say themselves, which counts most. */
  const own = new Map<HTMLElement, ReadonlySet<string>>();
  for (const rule of rules)
    for (const element of fragment.querySelectorAll<HTMLElement>(rule.selectorText)) {
      const said = own.get(element) ?? new Set(element.style);
      own.set(element, said);
      for (const property of rule.style)
        if (!said.has(property)) element.style.setProperty(property, rule.style.getPropertyValue(property));
    }
}

const replaceTag = (element: Element, tag: string): HTMLElement => {
  const made = element.ownerDocument.createElement(tag);
  for (const { name, value } of element.attributes) made.setAttribute(name, value);
  made.append(...element.childNodes);
  element.replaceWith(made);
  return made;
};

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** `<font>`, `<center>` and the like, in today's words. */
function modernise(fragment: DocumentFragment): void {
  for (const font of fragment.querySelectorAll('font')) {
    const [colour, face, size] = ['color', 'face', 'size'].map((name) => font.getAttribute(name) ?? '');
    const span = replaceTag(font, 'span');
    if (colour) span.style.color ||= colour;
    if (face) span.style.fontFamily ||= face;
    const pixels = oldSize(size ?? '');
    if (pixels !== null) span.style.fontSize ||= pixels;
  }
  for (const center of fragment.querySelectorAll('center')) {
    const block = replaceTag(center, 'div');
    for (const child of block.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6'))
      child.style.textAlign ||= 'center';
  }
  for (const deep of fragment.querySelectorAll('h4, h5, h6')) replaceTag(deep, 'h3');
  // Docs raises letters by a property.
  for (const span of fragment.querySelectorAll<HTMLElement>('span')) {
    const tag = { super: 'sup', sub: 'sub' }[span.style.verticalAlign];
    if (tag === undefined) continue;
    span.style.removeProperty('font-size');
    const raised = span.ownerDocument.createElement(tag);
    span.before(raised);
    raised.append(span);
  }
  // Docs puts all that is copied into a bold that is none.
  for (const bold of fragment.querySelectorAll<HTMLElement>('b, strong'))
    if (/^(normal|400)$/.test(bold.style.fontWeight)) unwrap(bold);
}

/** What a list's own sign says of it: `1.`, `a)`, `iv.`; all else is a bullet. */
export function listOf(marker: string): { readonly tag: 'ul' | 'ol'; readonly style: string; readonly start: number } {
  const sign = marker.replace(/[\s\u00a0]/g, '');
  const [, number] = /^\(?(\d+)[.)]$/.exec(sign) ?? [];
  if (number !== undefined) return { tag: 'ol', style: '', start: Number(number) };
  if (/^\(?[ivx]+[.)]$/i.test(sign)) return { tag: 'ol', style: 'lower-roman', start: 1 };
  if (/^\(?[a-z][.)]$/i.test(sign))
    return {
      tag: 'ol',
      style: 'lower-alpha',
      start:
        sign
          .replace(/[^a-z]/gi, '')
          .toLowerCase()
          .charCodeAt(0) - 96,
    };
  return { tag: 'ul', style: /^o$/.test(sign) ? 'circle' : /^[§▪]$/.test(sign) ? 'square' : '', start: 1 };
}

interface OpenList {
  readonly name: string;
  readonly list: HTMLElement;
}

/** Opens lists within each other, as deep as an item stands. */
function deepen(
  open: OpenList[],
  depth: number,
  name: string,
  paragraph: HTMLElement,
  { tag, style, start }: ReturnType<typeof listOf>,
): void {
  while (open.length < depth) {
    const list = paragraph.ownerDocument.createElement(tag);
    if (style !== '') list.style.listStyleType = style;
    if (tag === 'ol' && start > 1) list.setAttribute('start', String(start));
    const parent = open.at(-1)?.list;
    if (parent === undefined) paragraph.before(list);
    else (parent.lastElementChild ?? parent.appendChild(list.ownerDocument.createElement('li'))).append(list);
    open.push({ name, list });
  }
}

/** Paragraphs that Word calls items of a list, as lists. Items of one list that stand apart go on counting. */
function joinLists(fragment: DocumentFragment): void {
  const open: OpenList[] = [];
  let before: Element | null = null;
  for (const paragraph of fragment.querySelectorAll<HTMLElement>(
    'p[data-kontor-list], h1[data-kontor-list], h2[data-kontor-list], h3[data-kontor-list]',
  )) {
    const [name = '', level = '1'] = (paragraph.dataset['kontorList'] ?? '').split(' ');
    if (name === 'ignore') continue;
    const depth = Math.max(1, Math.min(9, Number(level)));
    const sign = paragraph.querySelector('[data-kontor-list=ignore]');
    const signText = sign?.textContent ?? '';
    sign?.remove();
    const isNext = before !== null && paragraph.previousElementSibling === before && open[0]?.name === name;
    if (!isNext) open.length = 0;
    open.length = Math.min(open.length, depth);
    deepen(open, depth, name, paragraph, listOf(signText));
    const item = paragraph.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    open.at(-1)?.list.append(item);
    paragraph.remove();
    before = open[0]?.list ?? null;
  }
}

const PLAIN_COLOURS = new Set(['#000000', '#222222', '#333333']);

function dropDefaultOf(element: HTMLElement): void {
  const { style } = element;
  const colour = colourOf(style.color);
  if (style.color !== '' && (colour === null || PLAIN_COLOURS.has(colour))) style.removeProperty('color');
  if (colourOf(style.backgroundColor) === '#ffffff') style.removeProperty('background-color');
  if (/^h[1-6]$/i.test(element.tagName)) style.removeProperty('font-size');
  if (/^(none|normal)$/.test(style.fontWeight) || style.fontWeight === '400') style.removeProperty('font-weight');
  // Programs write where a line would end on paper.
  if (style.lineHeight === 'normal' || style.lineHeight.endsWith('pt')) style.removeProperty('line-height');
}

/** Looks that say only what is usual in the other program would be odd in ours: its black, its white ground, its size. */
function dropDefault(fragment: DocumentFragment): void {
  const sizes = new Map<string, number>();
  for (const element of fragment.querySelectorAll<HTMLElement>('*')) {
    const { style } = element;
    dropDefaultOf(element);
    if (style.fontSize !== '')
      sizes.set(style.fontSize, (sizes.get(style.fontSize) ?? 0) + (element.textContent?.length ?? 0));
  }
  const [commonest] = [...sizes].sort(([, a], [, b]) => b - a)[0] ?? [];
  const all = fragment.textContent?.length ?? 0;
  if (commonest !== undefined && (sizes.get(commonest) ?? 0) >= all / 2)
    for (const element of fragment.querySelectorAll<HTMLElement>('*'))
      if (element.style.fontSize === commonest) element.style.removeProperty('font-size');
}

const OF_LETTERS = [
  'color',
  'background-color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-decoration-line',
];

/** Looks of letters that stand at a paragraph or cell, at its letters: the editor knows them there alone. */
function stylesToLetters(fragment: DocumentFragment): void {
  for (const block of fragment.querySelectorAll<HTMLElement>('p, h1, h2, h3, li, td, th, div')) {
    const isCell = /^t[dh]$/i.test(block.tagName);
    const styles = OF_LETTERS.flatMap((name) => {
      const value = block.style.getPropertyValue(name);
      return value === '' || (isCell && name === 'background-color') ? [] : [[name, value] as const];
    });
    if (styles.length === 0 || block.querySelector('p, div, ul, ol, table, h1, h2, h3, blockquote') !== null) continue;
    const span = block.ownerDocument.createElement('span');
    for (const [name, value] of styles) {
      // The editor reads a line through letters by its short name alone.
      span.style.setProperty(name === 'text-decoration-line' ? 'text-decoration' : name, value);
      block.style.removeProperty(name);
    }
    span.append(...block.childNodes);
    block.append(span);
  }
}

/** Paragraphs that are only there for a distance, bookmarks, and names that nothing is done by. */
function tidy(fragment: DocumentFragment): void {
  for (const link of fragment.querySelectorAll('a:not([href])')) unwrap(link);
  for (const element of fragment.querySelectorAll('[class], [id], [data-kontor-list]'))
    for (const name of ['class', 'id', 'data-kontor-list']) element.removeAttribute(name);
  for (const column of fragment.querySelectorAll('colgroup')) {
    const widths = [...column.querySelectorAll('col')].map((col) => col.getAttribute('width') || col.style.width);
    const cells = column.parentElement?.querySelector('tr')?.children ?? [];
    for (const [index, cell] of [...cells].entries()) {
      const width = Number.parseInt(widths[index] ?? '', 10);
      if (width > 0 && !cell.hasAttribute('width')) cell.setAttribute('width', String(width));
    }
    column.remove();
  }
  for (const cell of fragment.querySelectorAll<HTMLElement>('td, th')) {
    const width = Number.parseInt(cell.getAttribute('width') || cell.style.width, 10);
    if (width > 0 && !(cell.getAttribute('width') ?? '').endsWith('%')) cell.setAttribute('colwidth', String(width));
  }
  for (const table of fragment.querySelectorAll('table')) {
    const hasLines =
      Number(table.getAttribute('border') ?? 0) > 0 ||
      [...table.querySelectorAll<HTMLElement>('td, th')].some(({ style }) =>
        /solid/.test(style.border + style.borderBottom + style.borderTop),
      );
    table.setAttribute('border', hasLines ? '1' : '0');
  }
}

/** Blocks that only hold others, as programs for mail make them: each line of one is a paragraph. */
function linesOfDivs(fragment: DocumentFragment, kept: string): void {
  for (const block of fragment.querySelectorAll('div')) {
    if (kept !== '' && block.matches(kept)) continue;
    const hasBlocks = block.querySelector('div, p, ul, ol, table, h1, h2, h3, blockquote, pre, hr') !== null;
    if (hasBlocks) unwrap(block);
    else replaceTag(block, 'p');
  }
}

/**
 * What was copied in Word, Outlook, Excel, Docs or from a page, as what texts may use says it. `html` is as it came, `fragment` the same
 * after it was sanitised, and is changed. `kept`: selector of blocks that stay blocks.
 */
export function adapt(fragment: DocumentFragment, html: string, kept = ''): DocumentFragment {
  applyRules(fragment, html);
  modernise(fragment);
  joinLists(fragment);
  dropDefault(fragment);
  tidy(fragment);
  linesOfDivs(fragment, kept);
  stylesToLetters(fragment);
  return fragment;
}
