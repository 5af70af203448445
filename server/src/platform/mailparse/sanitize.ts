import type sanitizeHtml from 'sanitize-html';
import { lazily } from '../lazily.ts';
import { declarationsOf, readStyleRules, styleText, type StyleRules } from './css.ts';
import { finishDocument } from './fold-quotes.ts';
import { LIMITS } from './parsed-mail.ts';

const sanitizer = lazily<typeof sanitizeHtml>('sanitize-html');

/** What survives of a mail's HTML, and what it would have loaded. */
export interface SanitizedHtml {
  readonly html: string;
  readonly externalImages: readonly string[];
  /** Images of one pixel, which are there to tell that the mail was read, and were dropped. */
  readonly trackers: number;
}

export const ALLOWED_TAGS =
  `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup
  dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p
  pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(
    /\s+/,
  );

const COMMON = ['dir', 'lang', 'title', 'style', 'align', 'valign', 'width', 'height', 'bgcolor'];
export const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  '*': COMMON,
  a: ['href', 'name', 'target', 'rel', 'data-kontor-other-host'],
  img: ['alt', 'src', 'border', 'hspace', 'vspace', 'data-kontor-inline', 'data-kontor-external'],
  table: ['border', 'cellpadding', 'cellspacing', 'frame', 'rules', 'summary'],
  td: ['colspan', 'rowspan', 'nowrap', 'headers', 'scope', 'abbr'],
  th: ['colspan', 'rowspan', 'nowrap', 'headers', 'scope', 'abbr'],
  col: ['span'],
  colgroup: ['span'],
  font: ['color', 'face', 'size'],
  ol: ['start', 'type', 'reversed'],
  ul: ['type'],
  li: ['value', 'type'],
  hr: ['color', 'size', 'noshade'],
  details: ['open', 'data-kontor-quote'],
  div: ['data-kontor-signature'],
  br: ['clear'],
  time: ['datetime'],
};

/** Deepest nesting that is kept; what is deeper loses its tags and keeps its text. */
const MAX_DEPTH = 150;
const DATA_IMAGE = /^data:image\/(png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i;
const MAX_DATA_IMAGE = 200_000;
const MAX_INLINED = 1_000_000;
const NO_RULES: StyleRules = new Map();
const NUMBER = /^\d{1,6}$/;

/**
 * HTML of a mail by an allow list of elements, attributes, style properties and kinds of address. The output holds nothing that a
 * browser would run or fetch. `inlinePart` finds the attachment that a content id names. Our own marks are no sender's to set: what bears
 * them loses them. Without `folds` it is what this has given out before, whose marks and quotes stay; sanitising that changes nothing.
 */
export function sanitizeMailHtml(
  html: string,
  inlinePart: (contentId: string) => number | undefined = () => undefined,
  { folds }: { readonly folds: boolean } = { folds: true },
): SanitizedHtml {
  const input = limitDepth(html.slice(0, LIMITS.body));
  const sheet = readStyleRules(styleSheets(input));
  // A long rule for a common element would blow a mail up to gigabytes.
  let inlineBudget = MAX_INLINED;
  const externalImages: string[] = [];
  let trackers = 0;

  const image = (attributes: Record<string, string>): Record<string, string> => {
    const kept = pick(attributes, ['alt', 'border', 'hspace', 'vspace']);
    const source = compactUrl(attributes['src'] ?? '');
    if (source === '') return folds ? kept : { ...kept, ...marks(attributes) };
    if (/^cid:/i.test(source)) {
      const part = inlinePart(decodeContentId(source.slice(4)));
      return part === undefined ? kept : { ...kept, 'data-kontor-inline': String(part) };
    }
    if (DATA_IMAGE.test(source) && source.length <= MAX_DATA_IMAGE) return { ...kept, src: source };
    const address = externalAddress(source);
    if (address === undefined || isTracker(attributes)) {
      if (address !== undefined) trackers += 1;
      return { ...kept, alt: address === undefined ? (kept['alt'] ?? '') : '' };
    }
    let index = externalImages.indexOf(address);
    if (index === -1 && externalImages.length < LIMITS.externalImages) index = externalImages.push(address) - 1;
    return index === -1 ? kept : { ...kept, 'data-kontor-external': String(index) };
  };

  const clean = sanitizer()(input, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    parseStyleAttributes: false,
    nestingLimit: MAX_DEPTH,
    // Not svg, math or head: one that is never closed would take the rest of the mail along.
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'xmp', 'template', 'title', 'iframe', 'object'],
    disallowedTagsMode: 'discard',
    transformTags: {
      '*': (tagName, attributes) => {
        const rules = inlineBudget > 0 ? sheet : NO_RULES;
        const own = folds ? withoutMarks(attributes) : attributes;
        const transformed = transform(tagName.toLowerCase(), own, rules, image);
        inlineBudget -= transformed.attribs['style']?.length ?? 0;
        return transformed;
      },
    },
    exclusiveFilter: (frame) => frame.tag === 'img' && !hasPicture(frame.attribs),
  });
  return { html: finishDocument(clean, folds), externalImages, trackers };
}

type Attributes = Record<string, string>;

function transform(tag: string, attributes: Attributes, rules: StyleRules, image: (from: Attributes) => Attributes) {
  // A whole document's body often bears the colours; it becomes a block that can.
  const tagName = tag === 'body' ? 'div' : tag;
  const style = styleText(declarationsOf(tag, attributes, rules));
  const attribs: Attributes = pick(attributes, [...COMMON, ...(ALLOWED_ATTRIBUTES[tagName] ?? [])]);
  delete attribs['style'];
  if (tag === 'img') {
    for (const name of ALLOWED_ATTRIBUTES['img'] ?? []) delete attribs[name];
    Object.assign(attribs, image(attributes));
  }
  if (tag === 'a') {
    const href = linkTarget(attributes['href'] ?? '');
    for (const name of ['href', 'target', 'rel', 'data-kontor-other-host']) delete attribs[name];
    if (href !== undefined) Object.assign(attribs, { href, target: '_blank', rel: 'noopener noreferrer' });
  }
  if (style !== '') attribs['style'] = style;
  return { tagName, attribs };
}

function pick(attributes: Attributes, names: readonly string[]): Attributes {
  const kept: Attributes = {};
  for (const name of names) {
    const value = attributes[name];
    if (value !== undefined && value.length <= 2000) kept[name] = value;
  }
  return kept;
}

/** Attributes without those that say something of ours. */
const withoutMarks = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.toLowerCase().startsWith('data-kontor-')));

/** The marks of an earlier pass, which a quoted mail brings along. */
function marks(attributes: Attributes): Attributes {
  const kept: Attributes = {};
  for (const name of ['data-kontor-inline', 'data-kontor-external']) {
    const value = attributes[name];
    if (value !== undefined && NUMBER.test(value)) kept[name] = value;
  }
  return kept;
}

const hasPicture = (attributes: Attributes): boolean =>
  'src' in attributes ||
  'data-kontor-inline' in attributes ||
  'data-kontor-external' in attributes ||
  (attributes['alt'] ?? '').trim() !== '';

const isTracker = ({ width, height, style = '' }: Attributes): boolean =>
  (isTiny(width) && isTiny(height)) || /(^|[;\s])(width|height)\s*:\s*[01](px)?\s*(;|!|$)/i.test(style);
const isTiny = (size: string | undefined): boolean => size !== undefined && /^\s*[01](px)?\s*$/i.test(size);

// Browsers skip tabs and line breaks inside addresses, and white space and control signs around them.
const compactUrl = (url: string): string => url.replace(/[\t\r\n]/g, '').replace(/^[\p{Cc} ]+|[\p{Cc} ]+$/gu, '');

function externalAddress(source: string): string | undefined {
  const absolute = source.startsWith('//') ? `https:${source}` : source;
  if (!/^https?:\/\//i.test(absolute) || absolute.length > 4000 || !URL.canParse(absolute)) return undefined;
  return new URL(absolute).href;
}

/** The address a link may lead to, as a browser would read it; undefined where it may lead nowhere. */
export function linkTarget(href: string): string | undefined {
  const target = compactUrl(href);
  if (target.length > 8000 || !/^(https?:\/\/|mailto:|tel:)/i.test(target)) return undefined;
  if (/^(mailto|tel):/i.test(target)) return /["<>\s]/.test(target) ? undefined : target;
  return URL.canParse(target) ? new URL(target).href : undefined;
}

function decodeContentId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function styleSheets(html: string): string[] {
  const sheets: string[] = [];
  for (const match of html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style/gi)) {
    sheets.push(match[1] ?? '');
    if (sheets.length === 20) break;
  }
  return sheets;
}

const VOID_TAGS = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const PARSER_DEPTH = 1500;

/** Drops tags that nest deeper than any mail does: the parser's time grows by the square of the depth. */
export function limitDepth(html: string): string {
  let depth = 0;
  return html.replace(/<(\/?)([a-z][a-z0-9:-]*)[^>]*>?/gi, (tag, slash: string, name: string) => {
    if (VOID_TAGS.test(name)) return tag;
    if (slash === '') return depth++ < PARSER_DEPTH ? tag : '';
    const kept = depth <= PARSER_DEPTH;
    depth = Math.max(0, depth - 1);
    return kept ? tag : '';
  });
}
