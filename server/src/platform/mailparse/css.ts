const PROPERTIES = new Set(
  `color background background-color font font-family font-size font-style font-weight font-variant line-height
  letter-spacing word-spacing text-align text-decoration text-decoration-line text-decoration-color text-indent
  text-transform text-overflow white-space vertical-align word-break word-wrap overflow-wrap direction unicode-bidi
  margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left
  border border-top border-right border-bottom border-left border-color border-style border-width border-radius
  border-top-color border-right-color border-bottom-color border-left-color border-top-style border-right-style
  border-bottom-style border-left-style border-top-width border-right-width border-bottom-width border-left-width
  border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius
  border-collapse border-spacing width min-width max-width height min-height max-height box-sizing
  display float clear list-style list-style-type list-style-position table-layout caption-side empty-cells opacity
  visibility`.split(/\s+/),
);
const FUNCTIONS = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'calc']);
const DISPLAY = /^(none|block|inline|inline-block|table|table-row|table-cell|table-row-group|list-item)$/i;
const MAX_VALUE = 300;

/** Whether a value can neither load anything nor hide what it says from this check. Escapes, `@` and unknown functions cannot pass. */
function isSafeValue(value: string): boolean {
  if (value === '' || value.length > MAX_VALUE || /[\\@<>{}[\]&;]|\/\*|:/.test(value)) return false;
  for (const match of value.matchAll(/([\w-]*)\s*\(/g))
    if (!FUNCTIONS.has((match[1] ?? '').toLowerCase())) return false;
  // Printable ASCII is all that the allowed properties need, but for the names of fonts.
  return !/\p{Cc}/u.test(value);
}

const PX: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945 };
/** Units that go by the size of the letters, in that. */
const SHARES: Readonly<Record<string, number>> = { '': 1, em: 1, '%': 0.01, ex: 0.5, ch: 0.5 };
/** The size of letters where nobody says any, in pixels. */
const LETTER_PX = 16;

/** A length in pixels, or as a share of the size of the letters; undefined for what is none that can be told. */
function lengthOf(text: string): { readonly px?: number; readonly share?: number } | undefined {
  const [, number, unit = ''] = /^([-+]?\d*\.?\d+)\s*([a-z]{0,3}|%)(?:\s*!important)?$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  const [px, share] = [unit.toLowerCase() === 'rem' ? LETTER_PX : PX[unit.toLowerCase()], SHARES[unit.toLowerCase()]];
  if (px !== undefined) return { px: Number(number) * px };
  return share === undefined ? undefined : { share: Number(number) * share };
}

/** Letters that are smaller, in pixels, are none that anybody reads: what is in the element has another size. */
const MIN_LETTER_PX = 8;
/** Least line height that was meant to be read, as a share of the size of the letters; less lays lines over each other. */
const MIN_MEANT = 0.8;

/**
 * A line height by which no lines lie over each other, whatever is in them: a share of the size of the letters that is one at least, since only a
 * share goes along with the letters of the elements inside. Undefined where that cannot be made of it. `size`: the size of the letters as it is written
 * beside it.
 */
function roomyHeight(height: string, size: string | undefined): string | undefined {
  if (/^(?:normal|inherit|initial)(?:\s*!important)?$/i.test(height)) return height;
  const length = lengthOf(height);
  if (length === undefined) return undefined;
  const letters = lengthOf(size ?? '')?.px ?? LETTER_PX;
  const share = length.share ?? (length.px ?? 0) / (letters < MIN_LETTER_PX ? LETTER_PX : letters);
  if (share < MIN_MEANT) return undefined;
  return `${Math.max(1, Math.round(share * 1000) / 1000)}${/!important$/i.test(height) ? ' !important' : ''}`;
}

/** How far a property may move signs from where they stand: in pixels, and as a share of their size. */
const MOVES: Readonly<Record<string, { readonly px: number; readonly share: number; readonly isUp?: boolean }>> = {
  'letter-spacing': { px: 2, share: 0.15 },
  'word-spacing': { px: 5, share: 0.3 },
  'text-indent': { px: 100, share: 8 },
  'vertical-align': { px: 20, share: 1.5, isUp: true },
  'margin-left': { px: 100, share: 8 },
  'margin-right': { px: 100, share: 8 },
};

/** A sign that may make a length less than nothing: no hyphen of a word. */
const MINUS = /(?<![a-z])-/i;

/** Whether a value moves signs over others, or out of sight. */
function isMoved(property: string, value: string): boolean {
  const [most, length] = [MOVES[property], lengthOf(value)];
  if (most === undefined) return false;
  // A part of the width of what is around.
  if (value.includes('%') && /^(?:margin|text-indent)/.test(property)) return MINUS.test(value);
  if (length === undefined) return MINUS.test(value) || (!property.startsWith('margin') && /\d/.test(value));
  const by = (length.px ?? 0) / most.px + (length.share ?? 0) / most.share;
  return by < -1 || (most.isUp === true && by > 1);
}

/** Whether a margin pulls over what stands above, below or beside it. One value each of top, right, bottom and left, as it is written. */
function isPulled(margin: string): boolean {
  const sides = margin.replace(/\s*!important$/i, '').match(/[\w-]*\([^()]*(?:\([^()]*\)[^()]*)*\)|\S+/g) ?? [];
  const [top = '', right = top, bottom = top, left = right] = sides;
  return (
    sides.length > 4 ||
    [top, bottom].some((side) => MINUS.test(side)) ||
    [right, left].some((side) => isMoved('margin-left', side))
  );
}

/** The parts of `font` that say how large letters and lines are. */
const FONT_SIZES = /(^|\s)([^\s/]+)\s*\/\s*([^\s,]+)/;
const FONT_SIZE = /(?:^|\s)(\d*\.?\d+(?:[a-z]{2,3}|%))(?=[\s/])/i;

/** A value without what would lay its text over another one; undefined where nothing is left of it. */
function inPlace(property: string, value: string): string | undefined {
  if (property === 'font') {
    // Blanks within a calculation are none between its parts.
    if (value.includes('(')) return undefined;
    return value.replace(FONT_SIZES, (_all, before: string, size: string, height: string) => {
      const roomy = roomyHeight(height, size);
      return `${before}${size}${roomy === undefined ? '' : `/${roomy}`}`;
    });
  }
  if (isMoved(property, value)) return undefined;
  if (property === 'margin-top' || property === 'margin-bottom') return MINUS.test(value) ? undefined : value;
  return property === 'margin' && isPulled(value) ? undefined : value;
}

/**
 * Turns a line height into one that leaves room for the letters, and leaves out a height of nothing, over whose end its text would go on. `cuts`:
 * whether it would have been cut off there: then nobody was to see it.
 */
function withRoom(kept: Map<string, string>, cuts: boolean): Map<string, string> {
  for (const name of ['height', 'max-height']) {
    if (Number.parseFloat(kept.get(name) ?? '') !== 0) continue;
    kept.delete(name);
    if (cuts) kept.set('display', 'none');
  }
  const height = kept.get('line-height');
  if (height === undefined) return kept;
  const roomy = roomyHeight(height, kept.get('font-size') ?? FONT_SIZE.exec(kept.get('font') ?? '')?.[1]);
  if (roomy === undefined) kept.delete('line-height');
  else kept.set('line-height', roomy);
  return kept;
}

/** Elements whose height is a least one already, as long as they are parts of a table. */
const GROWING = new Set('table thead tbody tfoot tr td th col colgroup caption'.split(' '));
const IN_TABLE = /^(?:inline-)?table|^$/i;

/**
 * The same for an element: a height becomes a least one, so that no text goes on over its end, and text in one line has no width that it would go on
 * over.
 */
function growing(tag: string, declarations: Map<string, string>): Map<string, string> {
  const display = (declarations.get('display') ?? '').replace(/\s*!important$/i, '');
  if (tag === 'img' || (GROWING.has(tag) && IN_TABLE.test(display))) return declarations;
  const height = declarations.get('height');
  if (height !== undefined && !/^(?:auto|inherit|initial)\b/i.test(height)) {
    declarations.delete('height');
    if (!declarations.has('min-height')) declarations.set('min-height', height);
  }
  if (/\d/.test(declarations.get('max-height') ?? '')) declarations.delete('max-height');
  if (/^(?:nowrap|pre)(?:\s*!important)?$/i.test(declarations.get('white-space') ?? ''))
    for (const name of ['width', 'max-width']) declarations.delete(name);
  return declarations;
}

/** Declarations of a style attribute or rule that are safe, by property. A later one wins unless an earlier is `!important`. */
export function safeDeclarations(style: string): Map<string, string> {
  const kept = new Map<string, string>();
  const plain = style.slice(0, 20_000).replace(/\/\*[\s\S]*?\*\//g, ' ');
  for (const declaration of plain.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 1) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const given = declaration
      .slice(colon + 1)
      .replace(/\s+/g, ' ')
      .trim();
    if (!PROPERTIES.has(property) || !isSafeValue(given)) continue;
    const value = inPlace(property, given);
    if (value === undefined) continue;
    if (property === 'display' && !DISPLAY.test(value.replace(/\s*!important$/i, ''))) continue;
    if (/!important$/i.test(kept.get(property) ?? '') && !/!important$/i.test(value)) continue;
    kept.set(property, value);
  }
  return withRoom(kept, /(?:^|;)\s*overflow(?:-y)?\s*:\s*(?:hidden|clip)/i.test(plain));
}

/** Text of declarations, as a style attribute holds it. */
export const styleText = (declarations: ReadonlyMap<string, string>): string =>
  [...declarations].map(([property, value]) => `${property}:${value}`).join(';');

/** Safe declarations by simple selector: `tag`, `.class` or `tag.class`, in lower case. */
export type StyleRules = ReadonlyMap<string, ReadonlyMap<string, string>>;

const MAX_SHEET = 200_000;
const MAX_RULES = 2000;
const SIMPLE = /^(?:[a-z][a-z0-9]*)?(?:\.[\w-]+)?$/i;

/**
 * The rules of style elements that name one element or class, so that they can be written into the elements: the style element
 * itself is never kept. Rules inside `@media` and the like, and selectors of any other form, are dropped.
 */
export function readStyleRules(sheets: readonly string[]): StyleRules {
  const rules = new Map<string, Map<string, string>>();
  let budget = MAX_RULES;
  for (const sheet of sheets) {
    const plain = withoutAtRules(sheet.slice(0, MAX_SHEET).replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, ' '));
    for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      if (budget-- <= 0) return rules;
      const declarations = safeDeclarations(body);
      if (declarations.size === 0) continue;
      for (const selector of selectors.split(',').map((one) => one.trim().toLowerCase())) {
        if (selector === '' || !SIMPLE.test(selector)) continue;
        const known = rules.get(selector) ?? new Map<string, string>();
        for (const [property, value] of declarations) known.set(property, value);
        rules.set(selector, known);
      }
    }
  }
  return rules;
}

/** The sheet without `@rules`, whether they end with a semicolon or hold a block of blocks. */
function withoutAtRules(sheet: string): string {
  let kept = '';
  let position = 0;
  while (position < sheet.length) {
    const at = sheet.indexOf('@', position);
    if (at === -1) return kept + sheet.slice(position);
    kept += sheet.slice(position, at);
    position = endOfAtRule(sheet, at);
  }
  return kept;
}

function endOfAtRule(sheet: string, from: number): number {
  let depth = 0;
  for (let index = from; index < sheet.length; index += 1) {
    const sign = sheet[index];
    if (sign === ';' && depth === 0) return index + 1;
    if (sign === '{') depth += 1;
    if (sign === '}') {
      depth -= 1;
      if (depth <= 0) return index + 1;
    }
  }
  return sheet.length;
}

/** Declarations of an element: those of its tag, its classes, and its own style, in that order. */
export function declarationsOf(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  rules: StyleRules,
): Map<string, string> {
  const declarations = new Map(rules.get(tag));
  const merge = (more: ReadonlyMap<string, string> | undefined) => {
    for (const [property, value] of more ?? []) {
      declarations.delete(property);
      declarations.set(property, value);
    }
  };
  const classes = (attributes['class'] ?? '').toLowerCase().split(/\s+/).slice(0, 20).filter(Boolean);
  for (const name of classes) merge(rules.get(`.${name}`));
  for (const name of classes) merge(rules.get(`${tag}.${name}`));
  if (attributes['style'] !== undefined) merge(safeDeclarations(attributes['style']));
  return growing(tag, declarations);
}
