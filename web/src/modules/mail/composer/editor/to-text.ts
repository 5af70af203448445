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

const inline = (node: WrittenNode): string => {
  if (node.type === 'hardBreak') return '\n';
  if (node.type === 'image') return typeof node.attrs?.['alt'] === 'string' ? node.attrs['alt'] : '';
  if (node.type === 'field') return `{${String(node.attrs?.['name'])}}`;
  const text = node.text ?? (node.content ?? []).map(inline).join('');
  const link = node.marks?.find(({ type }) => type === 'link')?.attrs?.['href'];
  return typeof link === 'string' && link !== text && !link.endsWith(text) ? `${text} <${link}>` : text;
};

function list(node: WrittenNode, depth: number): string[] {
  const start = Number(node.attrs?.['start'] ?? 1);
  return (node.content ?? []).flatMap((item, index) => {
    const mark = node.type === 'orderedList' ? `${start + index}. ` : '- ';
    const [first = '', ...rest] = (item.content ?? []).flatMap((child) => block(child, depth + 1));
    const pad = ' '.repeat(mark.length);
    return [`${mark}${first}`, ...rest.map((line) => (line === '' ? '' : `${pad}${line}`))];
  });
}

function block(node: WrittenNode, depth = 0): string[] {
  const children = (): string[] => (node.content ?? []).flatMap((child) => block(child, depth));
  switch (node.type) {
    case 'bulletList':
    case 'orderedList':
      return depth > 0 ? list(node, depth) : [...list(node, depth), ''];
    case 'blockquote':
      return [...children().map((line) => (line === '' ? '>' : `> ${line}`)), ''];
    case 'horizontalRule':
      return ['-'.repeat(20), ''];
    case 'tableRow':
      return [(node.content ?? []).map((cell) => inline(cell).trim()).join('\t')];
    case 'table':
      return [...children(), ''];
    case 'quotedMail':
      return [typeof node.attrs?.['text'] === 'string' ? quoteText(node.attrs['text']) : ''];
    case 'signature':
      return ['-- ', ...children()];
    case 'doc':
      return children();
    default:
      return depth > 0 ? inline(node).split('\n') : [...inline(node).split('\n'), ''];
  }
}

/** What is written, without any look: paragraphs with an empty line between. */
export const toText = (doc: WrittenNode): string =>
  block(doc)
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

const FIELD = /(\{(?:receiver|sender|instance|record)\.[a-zA-Z0-9]+\}|\{(?:date|time|subject)\})/;
const pieces = (line: string): WrittenNode[] =>
  line.split(FIELD).flatMap((piece): WrittenNode[] => {
    if (piece === '') return [];
    return FIELD.test(piece)
      ? [{ type: 'field', attrs: { name: piece.slice(1, -1), label: '' } }]
      : [{ type: 'text', text: piece }];
  });

/** A text as a document, a line each: the way back from plain text. Placeholders in it are placeholders again. */
export const fromText = (text: string): WrittenNode => ({
  type: 'doc',
  content: text.split(/\n{2,}/).map((paragraph) => ({
    type: 'paragraph',
    content: paragraph
      .split('\n')
      .flatMap((line, index): WrittenNode[] => [...(index === 0 ? [] : [{ type: 'hardBreak' }]), ...pieces(line)]),
  })),
});
