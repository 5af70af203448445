import { WRITTEN_HTML } from '@kontor/contract/mail';
import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { limitDepth, sanitizeMailHtml } from '../../../platform/mailparse/index.ts';

/**
 * Marks that a mail bears while it is written, each with a pattern of all that it may be: a picture by its upload or by its place in the
 * mail that is quoted, a placeholder, the quote and the signature.
 */
const MARKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  img: { 'data-kontor-upload': '[\\w-]{1,40}', 'data-kontor-inline': '\\d{1,6}' },
  span: { 'data-kontor-field': '[\\w.]{1,60}' },
  blockquote: { 'data-kontor-quote': '[^<>]{0,400}', 'data-kontor-whole': '(true)?' },
  div: { 'data-kontor-signature': '\\d{0,20}' },
};
/** The same by other names, as people's programs and scripts write it. */
const ALIASES = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
]);
const MAX_DEPTH = 150;
const QUOTE = 'data-kontor-quote';
const WHOLE = 'data-kontor-whole';

const patterns = new Map<string, RegExp>();
function matches(pattern: string, value: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(`^(?:${pattern})$`, 'i');
  patterns.set(pattern, known);
  return known.test(value);
}

function styleOf(tag: string, style: string): string {
  const allowed = WRITTEN_HTML[tag]?.style ?? {};
  const kept = new Map<string, string>();
  for (const declaration of style.slice(0, 5000).split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .trim()
      .replace(/\s+/g, ' ');
    const pattern = Object.hasOwn(allowed, property) ? allowed[property] : undefined;
    // Names of fonts are compared without the blanks and quotation marks that programs put between and around them.
    const plain = property === 'font-family' ? value.replace(/["']/g, '').replace(/\s*,\s*/g, ',') : value;
    if (colon > 0 && pattern !== undefined && matches(pattern, plain)) kept.set(property, plain);
  }
  return [...kept].map(([property, value]) => `${property}:${value}`).join(';');
}

function transform(given: string, attributes: Readonly<Record<string, string>>) {
  const tagName = ALIASES.get(given) ?? given;
  const allowed = { ...WRITTEN_HTML[tagName]?.attributes, ...MARKS[tagName] };
  const attribs: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const pattern = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    if (pattern !== undefined && matches(pattern, value)) attribs[name] = value;
  }
  const style = styleOf(tagName, attributes['style'] ?? '');
  if (style !== '') attribs['style'] = style;
  return { tagName, attribs };
}

const TAGS = Object.keys(WRITTEN_HTML);
const ATTRIBUTES = Object.fromEntries(
  TAGS.map((tag) => [
    tag,
    ['style', ...Object.keys(WRITTEN_HTML[tag]?.attributes ?? {}), ...Object.keys(MARKS[tag] ?? {})],
  ]),
);

const strip = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['cid'] },
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: MAX_DEPTH,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'xmp', 'template', 'title', 'iframe', 'object'],
    disallowedTagsMode: 'discard',
    transformTags: { '*': (tag, attributes) => transform(tag.toLowerCase(), attributes) },
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'img' && !['src', 'data-kontor-upload', 'data-kontor-inline'].some((name) => name in attribs),
  });

/** What stood around a tag that was dropped may be read otherwise without it: then it is cleaned as it is read. */
function stripped(html: string): string {
  const once = strip(html);
  return once === html ? once : strip(once);
}

/** An outermost quote of a whole mail: where it begins and ends, and where its inside does. */
export interface QuoteCut {
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
  /** The mail that it says it is of, as it names it. */
  readonly of: string;
  /** The mail itself is to stand there, whatever does now. */
  readonly isWhole: boolean;
}

/** The quotes of whole mails, which are other people's words in their own look. */
export function quotesIn(html: string): readonly QuoteCut[] {
  const cuts: QuoteCut[] = [];
  let depth = 0;
  let open: Omit<QuoteCut, 'to' | 'end'> | undefined;
  let isOver = false;
  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      if (name !== 'blockquote') return;
      if (open !== undefined) depth += 1;
      else if (QUOTE in attributes)
        open = {
          start: parser.startIndex,
          from: parser.endIndex + 1,
          of: attributes[QUOTE] ?? '',
          isWhole: WHOLE in attributes,
        };
    },
    onclosetag(name) {
      if (name !== 'blockquote' || open === undefined) return;
      if (depth > 0) depth -= 1;
      else {
        const [to, end] = isOver ? [html.length, html.length] : [parser.startIndex, parser.endIndex + 1];
        cuts.push({ ...open, to, end });
        open = undefined;
      }
    },
  });
  parser.write(html);
  // One that is never closed ends with the text.
  isOver = true;
  parser.end();
  return cuts;
}

/**
 * HTML of a mail of ours by the list of what such mails may use, with the marks that it bears while it is written. What is quoted whole
 * keeps its own look, as far as the reader would show it. Cleaning it again changes nothing.
 */
export function cleanWritten(given: string): string {
  const html = limitDepth(given);
  const quotes: string[] = [];
  let outside = '';
  let at = 0;
  // Letters that nobody can have written, so that no text is taken for the place of a quote.
  const sign = `kontor${crypto.randomUUID().replaceAll('-', '')}x`;
  for (const { from, to } of quotesIn(html)) {
    outside += `${html.slice(at, from)}${sign}${quotes.length}x`;
    quotes.push(sanitizeMailHtml(html.slice(from, to), undefined, { folds: false }).html);
    at = to;
  }
  const clean = stripped(outside + html.slice(at));
  if (quotes.length === 0) return clean;
  // Only between tags: within one there is no `>` but its end.
  return clean.replace(new RegExp(`<[^>]*>|${sign}(\\d+)x`, 'g'), (found, index: string | undefined) =>
    index === undefined ? found : (quotes[Number(index)] ?? ''),
  );
}

const FIELD = /<span\b[^>]*\bdata-kontor-field="([\w.]{1,60})"[^>]*>[^<]*<\/span>/g;

/** Names of the placeholders in a text that was cleaned, each once. */
export const fieldsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/\bdata-kontor-field="([\w.]{1,60})"/g)].map(([, name = '']) => name)),
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Puts in place of placeholders what they stand for. One of which nothing is known stays. */
export const fillFields = (html: string, values: Readonly<Record<string, string>>): string =>
  html.replace(FIELD, (span, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined || value === '' ? span : escaped(value);
  });
