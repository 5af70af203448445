import type * as HtmlParser from 'htmlparser2';
import { lazily } from '../lazily.ts';
import { escapeHtml } from './text.ts';

const htmlParser = lazily<typeof HtmlParser>('htmlparser2');

type Document = ReturnType<typeof HtmlParser.parseDocument>;
type Element = Extract<Document['children'][number], { attribs: Record<string, string> }>;
type Node = Document['children'][number];

const isElement = (node: Node): node is Element => 'attribs' in node;
const elementsOf = (node: Document | Element): Element[] => node.children.filter(isElement);
const textOf = (node: Node | Document): string => htmlParser().DomUtils.textContent(node);
/** The first characters of a node's text; reading it whole at every level would cost the square of a deep mail. */
function leadingText(node: Node | Document, max = 600): string {
  if (!('children' in node)) return textOf(node).slice(0, max);
  let text = '';
  for (const child of node.children) {
    text += leadingText(child, max - text.length);
    if (text.length >= max) break;
    if (isElement(child) && ['p', 'div', 'br', 'tr', 'li'].includes(child.name)) text += '\n';
  }
  return text.slice(0, max);
}
const isQuote = (node: Node): boolean =>
  isElement(node) && node.name === 'details' && 'data-kontor-quote' in node.attribs;

/** Text that stands on the closed fold. The client shows its own word for it in its language. */
const SUMMARY = '…';
/** Names under which mail programs write who wrote the quoted mail, in the languages that our users meet. */
const FROM = '(?:From|Von|De|Da|Van|Från|Fra|Od)';
const WHEN = '(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado|Inviato|Verzonden|Skickat|Sendt|Wysłano)';
const HEADER_BLOCK = new RegExp(`^\\s*\\*?${FROM}\\s?:\\*?\\s[\\s\\S]{1,300}?\\*?${WHEN}\\s?:`, 'u');
const ORIGINAL =
  /^\s*-{2,}\s*(Original Message|Ursprüngliche Nachricht|Originalnachricht|Message d'origine|Mensaje original)\s*-{2,}/iu;
const SEPARATOR_STYLE = /border-top:\s*(?:1(?:\.0)?p[tx]\s+solid|solid)\s*#(?:E1E1E1|B5C4DF)/i;

/**
 * Last step of sanitising: folds quoted mails into `<details data-kontor-quote>` and marks links whose text names another host.
 * `html` must be clean already; the output is in one canonical form. Without `folds` quotes stay as they are.
 */
export function finishDocument(html: string, folds = true): string {
  const { DomUtils, parseDocument } = htmlParser();
  const document = parseDocument(html);
  if (folds) foldIn(document);
  if (folds) openLoneQuotes(document);
  for (const link of DomUtils.getElementsByTagName('a', document)) markOtherHost(link);
  return serialize(document.children);
}

function foldIn(parent: Document | Element): void {
  for (let index = 0; index < parent.children.length; index += 1) {
    const node = parent.children[index];
    if (node === undefined || !isElement(node) || isQuote(node)) continue;
    if (node.name === 'blockquote') {
      wrap(parent, index, index + 1);
    } else if (startsQuote(node, parent, index)) {
      wrap(parent, index, parent.children.length);
    } else {
      foldIn(node);
    }
  }
}

/** Whether everything from this element to the end of its parent is the mail that is answered. */
function startsQuote(node: Element, parent: Document | Element, index: number): boolean {
  if (!['div', 'p', 'hr', 'span', 'font', 'table'].includes(node.name)) return false;
  const style = node.attribs['style'] ?? '';
  if (SEPARATOR_STYLE.test(style) && HEADER_BLOCK.test(leadingText(node))) return true;
  if (node.name === 'hr') return HEADER_BLOCK.test(textAfter(parent, index));
  // The innermost element that begins with the header block; an outer one would take text before it along.
  const own = leadingText(node);
  if (!ORIGINAL.test(own) && !HEADER_BLOCK.test(own)) return false;
  if (ORIGINAL.test(own)) return !elementsOf(node).some((child) => ORIGINAL.test(leadingText(child)));
  const wrapped = elementsOf(node)[0];
  return !(wrapped && SEPARATOR_STYLE.test(wrapped.attribs['style'] ?? '')) || parent.children.length > index + 1;
}

const textAfter = (parent: Document | Element, index: number): string =>
  parent.children
    .slice(index + 1, index + 4)
    .map((node) => leadingText(node))
    .join(' ');

function wrap(parent: Document | Element, from: number, to: number): void {
  const fold = htmlParser().parseDocument(`<details data-kontor-quote=""><summary>${SUMMARY}</summary></details>`)
    .children[0];
  if (fold === undefined || !isElement(fold)) return;
  const quoted = parent.children.splice(from, to - from);
  for (const node of quoted) node.parent = fold;
  fold.children.push(...quoted);
  parent.children.splice(from, 0, fold);
  fold.parent = parent;
}

/** A forwarded mail is all quote: it stays open, else the reader would show nothing. */
function openLoneQuotes(document: Document): void {
  const folds = htmlParser().DomUtils.getElementsByTagName('details', document).filter(isQuote);
  const outside = (node: Document | Element): string =>
    node.children.map((child) => (isQuote(child) ? '' : isElement(child) ? outside(child) : textOf(child))).join('');
  const hasImage = (node: Document | Element): boolean =>
    elementsOf(node).some((child) => !isQuote(child) && (child.name === 'img' || hasImage(child)));
  const lone = outside(document).trim() === '' && !hasImage(document);
  for (const fold of folds) if (lone) fold.attribs['open'] = '';
}

const HOST = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/:?#]\S*)?\s*$/iu;

/** A link whose text is a web address of another host than the one it leads to says so in an attribute. */
function markOtherHost(link: Element): void {
  const href = link.attribs['href'] ?? '';
  const shown = HOST.exec(textOf(link))?.[1]?.toLowerCase();
  if (shown === undefined || !/^https?:/i.test(href) || !URL.canParse(href)) return;
  const real = new URL(href).hostname.toLowerCase();
  const bare = (host: string) => host.replace(/^www\./, '');
  const named = URL.canParse(`https://${shown}`) ? new URL(`https://${shown}`).hostname : shown;
  if (bare(named) !== bare(real)) link.attribs['data-kontor-other-host'] = real;
}

const VOID = new Set(['br', 'hr', 'img', 'col', 'wbr']);

function serialize(nodes: readonly Node[]): string {
  let html = '';
  for (const node of nodes) {
    if (!isElement(node)) {
      html += escapeHtml(textOf(node));
      continue;
    }
    const attributes = Object.entries(node.attribs).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
    html += `<${node.name}${attributes.join('')}>`;
    if (!VOID.has(node.name)) html += `${serialize(node.children)}</${node.name}>`;
  }
  return html;
}
