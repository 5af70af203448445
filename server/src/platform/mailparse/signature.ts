import type * as HtmlParser from 'htmlparser2';
import { lazily } from '../lazily.ts';

const htmlParser = lazily<typeof HtmlParser>('htmlparser2');

type Node = ReturnType<typeof HtmlParser.parseDocument>['children'][number];

/** A line that ends what somebody has to say; their name and numbers follow. */
const SIGN_OFF =
  /^(?:(?:und\s+)?mit\s+(?:(?:sehr\s+)?(?:freundlich|best|herzlich|lieb|kollegial|sonnig)\S*)\s+(?:gr(?:ü|ue)(?:ß|ss)\S*|empfehlungen)|(?:(?:viele|beste|liebe|freundliche|herzliche|sch(?:ö|oe)ne|sonnige)n?\s+)?gr(?:ü|u|ue)(?:ß|ss)e?n?\b|mfg\b|[lv]g\b|hochachtungsvoll|(?:with\s+)?(?:kind|best|warm)(?:est)?\s+(?:regards|wishes)|regards\b|(?:yours\s+)?sincerely|yours\s+(?:faithfully|truly)|cheers\b)/iu;
const MARK = /^-- ?$/;
/** Blocks end a line. */
const BLOCKS =
  /^(?:address|article|blockquote|dd|div|dl|dt|footer|h[1-6]|header|hr|li|ol|p|pre|section|table|tbody|td|th|tr|ul)$/;
const MAX_HTML = 300_000;
const MAX_LINES = 25;
const MAX_TEXT = 2000;

interface Reading {
  readonly lines: string[];
  /** Where a signature begins that is marked as one. */
  marked: number | undefined;
}

const newLine = ({ lines }: Reading): void => {
  if (lines.at(-1) !== '') lines.push('');
};

function read(reading: Reading, nodes: readonly Node[], isVerbatim: boolean): void {
  for (const node of nodes) {
    if ('attribs' in node) {
      const { name, attribs } = node;
      if (name === 'blockquote' || 'data-kontor-quote' in attribs) continue;
      const isBlock = BLOCKS.test(name);
      if (isBlock || name === 'br') newLine(reading);
      if ('data-kontor-signature' in attribs) reading.marked = reading.lines.length;
      read(reading, node.children, isVerbatim || name === 'pre' || /white-space:\s*pre/.test(attribs['style'] ?? ''));
      if (isBlock) newLine(reading);
    } else if ('data' in node) {
      const [first = '', ...rest] = isVerbatim ? node.data.split('\n') : [node.data.replaceAll(/\s+/g, ' ')];
      const { lines } = reading;
      lines.push((lines.pop() ?? '') + first, ...rest);
    }
  }
}

/**
 * Returns the signature of a mail, of its HTML as it was cleaned and folded at arrival: the lines below the last `-- ` or sign-off that its writer has
 * written, without what the mail quotes. Empty where there is none, or the mail is too long to be looked at for it.
 */
export function signatureOf(html: string): string {
  if (html.length > MAX_HTML) return '';
  const reading: Reading = { lines: [''], marked: undefined };
  read(reading, htmlParser().parseDocument(html).children, false);
  const lines = reading.lines.map((line) => line.replaceAll(/[ \t\u00a0]+/g, ' '));
  const begin =
    reading.marked ?? lines.findLastIndex((line) => MARK.test(line.trimStart()) || SIGN_OFF.test(line.trim())) + 1;
  if (reading.marked === undefined && begin === 0) return '';
  return lines
    .slice(begin)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !MARK.test(line))
    .slice(0, MAX_LINES)
    .join('\n')
    .slice(0, MAX_TEXT);
}
