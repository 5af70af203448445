import type * as HtmlParser from 'htmlparser2';
import { lazily } from '../lazily.ts';

const htmlParser = lazily<typeof HtmlParser>('htmlparser2');

type Element = ReturnType<typeof HtmlParser.DomUtils.getElementsByTagName>[number];
type Node = Element['children'][number];

/** The line over a quote that says who wrote that, in the languages that our users meet. */
const WROTE =
  /(?:schrieb|wrote|a écrit|escribió|ha scritto|schreef|skrev|napisał)[^\n]{0,200}(?:\n[^\n]{0,200})?:\s*$/iu;
const MAX_WROTE = 400;
/** Stands for the end of a line where white space counts: no mail has it. */
const LINE_END = '\u{F8FE}';

const isElement = (node: Node): node is Element => 'attribs' in node;
const isVerbatim = ({ attribs }: Element): boolean => /white-space:\s*pre/.test(attribs['style'] ?? '');

/** Takes away from in front of a quote who it is of. */
function dropWrote(quote: Element): void {
  const { DomUtils } = htmlParser();
  let before = quote.prev;
  while (before !== null && DomUtils.textContent(before).trim() === '') before = before.prev;
  if (before === null) return;
  const said = DomUtils.textContent(before);
  if (isElement(before) && isVerbatim(before)) {
    const last = said.trimEnd().lastIndexOf('\n\n') + 1;
    const line = said.slice(last);
    if (line.length <= MAX_WROTE && WROTE.test(line)) {
      const rest = said.slice(0, last).trimEnd();
      for (const child of before.children.slice()) DomUtils.removeElement(child);
      const [kept] = htmlParser().parseDocument('x').children;
      if (kept !== undefined && 'data' in kept) {
        kept.data = rest;
        DomUtils.appendChild(before, kept);
      }
    }
  } else if (said.length <= MAX_WROTE && WROTE.test(said.trim())) DomUtils.removeElement(before);
}

/** Marks where lines end that HTML would put into one. */
function markLines(node: Element): void {
  for (const child of node.children) {
    if (isElement(child)) markLines(child);
    else if ('data' in child) child.data = child.data.trim().replaceAll('\n', LINE_END);
  }
}

/**
 * What somebody has written themselves in a mail, of its HTML as it was cleaned and folded at arrival: without the mails that it quotes, who is said
 * to have written those, and a signature that is marked as one. Empty where nothing is left.
 */
export function withoutQuotes(html: string): string {
  const { DomUtils, parseDocument } = htmlParser();
  const document = parseDocument(html);
  const quotes = DomUtils.getElementsByTagName('details', document);
  for (const quote of quotes.filter(({ attribs }) => 'data-kontor-quote' in attribs)) {
    dropWrote(quote);
    DomUtils.removeElement(quote);
  }
  for (const part of DomUtils.getElementsByTagName('div', document)) {
    if ('data-kontor-signature' in part.attribs) DomUtils.removeElement(part);
    else if (isVerbatim(part)) markLines(part);
  }
  if (DomUtils.textContent(document).trim() === '') return '';
  return DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' }).replaceAll(LINE_END, '<br>');
}
