import { WRITTEN_HTML } from '@kontor/contract/kernel';
import type * as HtmlParser from 'htmlparser2';
import { cleanerOf, escapeHtml } from '../../../platform/html/index.ts';
import { lazily } from '../../../platform/lazily.ts';
import { limitDepth, sanitizeMailHtml } from '../../../platform/mailparse/index.ts';

const htmlParser = lazily<typeof HtmlParser>('htmlparser2');

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
const QUOTE = 'data-kontor-quote';
const WHOLE = 'data-kontor-whole';

const stripped = cleanerOf(
  Object.fromEntries(
    Object.entries(WRITTEN_HTML).map(([tag, rules]) => [
      tag,
      { ...rules, attributes: { ...rules.attributes, ...MARKS[tag] } },
    ]),
  ),
  { picturesBy: ['src', 'data-kontor-upload', 'data-kontor-inline'] },
);

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
  const parser: HtmlParser.Parser = new (htmlParser().Parser)({
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

/** Puts in place of placeholders what they stand for. One of which nothing is known stays. */
export const fillFields = (html: string, values: Readonly<Record<string, string>>): string =>
  html.replace(FIELD, (span, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined || value === '' ? span : escapeHtml(value);
  });
