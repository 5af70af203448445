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

/** Least line height, as a share of the size of the letters: less lays lines over each other. */
const MIN_LINE = 0.8;
const MIN_LINE_PX = 8;
const PX: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945 };
/** Units that go by the size of the letters, in that. */
const SHARES: Readonly<Record<string, number>> = { '': 1, em: 1, rem: 1, '%': 0.01, ex: 0.5, ch: 0.5 };

/** A length in pixels, or as a share of the size of the letters; undefined for what is none that can be told. */
function lengthOf(text: string): { readonly px?: number; readonly share?: number } | undefined {
  const [, number, unit = ''] = /^(-?\d*\.?\d+)\s*([a-z]{0,3}|%)(?:\s*!important)?$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  const [px, share] = [PX[unit.toLowerCase()], SHARES[unit.toLowerCase()]];
  if (px !== undefined) return { px: Number(number) * px };
  return share === undefined ? undefined : { share: Number(number) * share };
}

/** Whether a line height lays lines over each other, or cannot be told not to. */
function isFlat(height: string): boolean {
  if (/^(?:normal|inherit|initial)(?:\s*!important)?$/i.test(height)) return false;
  const length = lengthOf(height);
  if (length === undefined) return true;
  return length.px === undefined ? (length.share ?? 0) < MIN_LINE : length.px < MIN_LINE_PX;
}

/** How far a property may move signs from where they stand: in pixels, and as a share of their size. */
const MOVES: Readonly<Record<string, { readonly px: number; readonly share: number; readonly isUp?: boolean }>> = {
  'letter-spacing': { px: 2, share: 0.15 },
  'word-spacing': { px: 5, share: 0.3 },
  'text-indent': { px: 100, share: 8 },
  'vertical-align': { px: 20, share: 1.5, isUp: true },
};

/** Whether a value moves signs over others, or out of sight. */
function isMoved(property: string, value: string): boolean {
  const [most, length] = [MOVES[property], lengthOf(value)];
  if (most === undefined || length === undefined) return most !== undefined && /\d/.test(value);
  const by = (length.px ?? 0) / most.px + (length.share ?? 0) / most.share;
  return by < -1 || (most.isUp === true && by > 1);
}

/** A value without what would lay its text over another one; undefined where nothing is left of it. */
function inPlace(property: string, value: string): string | undefined {
  if (property === 'line-height') return isFlat(value) ? undefined : value;
  if (property === 'font')
    return value.replace(/\s*\/\s*([^\s,]+)/, (whole, height: string) => (isFlat(height) ? '' : whole));
  if (isMoved(property, value)) return undefined;
  if (property === 'margin-top' || property === 'margin-bottom') return value.startsWith('-') ? undefined : value;
  return property === 'margin' && /^-|^\S+ \S+ -/.test(value) ? undefined : value;
}

/**
 * Leaves out a line height that is less than the letters beside it are high, and a height of nothing, over whose end its text would go on. `cuts`:
 * whether it would have been cut off there: then nobody was to see it.
 */
function withRoom(kept: Map<string, string>, cuts: boolean): Map<string, string> {
  for (const name of ['height', 'max-height']) {
    if (Number.parseFloat(kept.get(name) ?? '') !== 0) continue;
    kept.delete(name);
    if (cuts) kept.set('display', 'none');
  }
  const [size, height] = [kept.get('font-size'), kept.get('line-height')].map((value) => lengthOf(value ?? '')?.px);
  if (size !== undefined && height !== undefined && height < size * MIN_LINE) kept.delete('line-height');
  return kept;
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
  return declarations;
}
