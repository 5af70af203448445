import type { WrittenNode } from './document.ts';

/** Signs of a line, by which programs for mail have always gone. */
const WIDTH = 72;

/** Cuts a line at blanks, so that none is wider; a word that is wider by itself stays whole. */
export function wrapLine(line: string, width = WIDTH): string[] {
  if (line.length <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

/** A line that another program has wrapped is as wide as that, with the signs of a quote: it stays one, for short rests read badly. */
const WIDEST = 78;

/** Quotes a text: `> ` before each line, `>` before what was quoted already. */
export const quoteText = (text: string): string =>
  text
    .replace(/\s+$/, '')
    .split('\n')
    .flatMap((line) => (line.startsWith('>') || line.length + 2 <= WIDEST ? [line] : wrapLine(line, WIDTH - 2)))
    .map((line) => (line === '' ? '>' : line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n');

/** Nodes of a module's own as text. `lines` are those of what stands in the node. */
export interface TextNodes {
  readonly inline?: Readonly<Record<string, (node: WrittenNode) => string>>;
  readonly blocks?: Readonly<Record<string, (node: WrittenNode, lines: () => string[]) => string[]>>;
}

const altOf = (node: WrittenNode): string => (typeof node.attrs?.['alt'] === 'string' ? node.attrs['alt'] : '');

function inline(node: WrittenNode, own: TextNodes): string {
  const written = own.inline?.[node.type];
  if (written !== undefined) return written(node);
  if (node.type === 'hardBreak') return '\n';
  if (node.type === 'image') return altOf(node);
  const text = node.text ?? (node.content ?? []).map((child) => inline(child, own)).join('');
  const link = node.marks?.find(({ type }) => type === 'link')?.attrs?.['href'];
  return typeof link === 'string' && link !== text && !link.endsWith(text) ? `${text} <${link}>` : text;
}

/** What stands before an item of a list. */
function signOf(list: WrittenNode, item: WrittenNode, index: number): string {
  if (list.type === 'taskList') return item.attrs?.['checked'] === true ? '[x] ' : '[ ] ';
  return list.type === 'orderedList' ? `${Number(list.attrs?.['start'] ?? 1) + index}. ` : '- ';
}

function list(node: WrittenNode, depth: number, own: TextNodes): string[] {
  return (node.content ?? []).flatMap((item, index) => {
    const mark = signOf(node, item, index);
    const [first = '', ...rest] = (item.content ?? []).flatMap((child) => block(child, own, depth + 1));
    const pad = ' '.repeat(mark.length);
    return [`${mark}${first}`, ...rest.map((line) => (line === '' ? '' : `${pad}${line}`))];
  });
}

function block(node: WrittenNode, own: TextNodes, depth = 0): string[] {
  const children = (): string[] => (node.content ?? []).flatMap((child) => block(child, own, depth));
  const written = own.blocks?.[node.type];
  if (written !== undefined) return written(node, children);
  switch (node.type) {
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return depth > 0 ? list(node, depth, own) : [...list(node, depth, own), ''];
    case 'blockquote':
      return [...children().map((line) => (line === '' ? '>' : `> ${line}`)), ''];
    case 'horizontalRule':
      return ['-'.repeat(20), ''];
    case 'tableRow':
      return [(node.content ?? []).map((cell) => inline(cell, own).trim()).join('\t')];
    case 'table':
      return [...children(), ''];
    case 'doc':
      return children();
    default:
      return depth > 0 ? inline(node, own).split('\n') : [...inline(node, own).split('\n'), ''];
  }
}

/** What is written, without any look: paragraphs with an empty line between. */
export const toText = (doc: WrittenNode, own: TextNodes = {}): string =>
  block(doc, own)
    .join('\n')
    // Blanks that a browser keeps are blanks.
    .replaceAll('\u00a0', ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const QUOTED = /^(?:> ?)+/;

/** A text as it is sent: no line wider than 72 signs, those of a quote with its signs before each. */
export const wrapText = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const [signs = ''] = QUOTED.exec(line) ?? [];
      if (line.length <= (signs === '' ? WIDTH : WIDEST) || line === '-- ') return [line];
      return wrapLine(line.slice(signs.length), WIDTH - signs.length).map((part) => `${signs}${part}`);
    })
    .join('\n');

const words = (line: string): WrittenNode[] => (line === '' ? [] : [{ type: 'text', text: line }]);

/** A text as a document, a line each: the way back from plain text. `pieces`: what a line is made of. */
export const fromText = (text: string, pieces: (line: string) => WrittenNode[] = words): WrittenNode => ({
  type: 'doc',
  content: text.split(/\n{2,}/).map((paragraph) => ({
    type: 'paragraph',
    content: paragraph
      .split('\n')
      .flatMap((line, index): WrittenNode[] => [...(index === 0 ? [] : [{ type: 'hardBreak' }]), ...pieces(line)]),
  })),
});
