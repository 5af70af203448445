import { WRITTEN_HTML } from '@kontor/contract/kernel';
import { MARKED, type WrittenMark, type WrittenNode } from './document.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Runs of blanks would be drawn as one, and one at an edge as none. */
const withBlanks = (text: string): string =>
  escape(text).replace(
    / {2,}|^ | $/g,
    (blanks) => '\u00a0'.repeat(blanks.length - 1) + (blanks.length > 1 ? ' ' : '\u00a0'),
  );

const patterns = new Map<string, RegExp>();
function isAllowed(pattern: string | undefined, value: string): boolean {
  if (pattern === undefined) return false;
  let known = patterns.get(pattern);
  if (known === undefined) patterns.set(pattern, (known = new RegExp(`^(?:${pattern})$`)));
  return known.test(value);
}

type Values = Readonly<Record<string, string | number | null | undefined | false>>;

/** A tag as the list of what texts may use allows it: what it does not know of attributes and properties is left out. */
function open(tag: string, attributes: Values = {}, style: Values = {}, own: Values = {}): string {
  const rules = WRITTEN_HTML[tag] ?? {};
  const given = (values: Values, allowed: Readonly<Record<string, string>> | undefined): [string, string][] =>
    Object.entries(values).flatMap(([name, value]): [string, string][] => {
      if (value === null || value === undefined || value === false || value === '') return [];
      return isAllowed(allowed?.[name], String(value)) ? [[name, String(value)]] : [];
    });
  const declared = given(style, rules.style).map(([name, value]) => `${name}:${value}`);
  const parts = [
    ...given(attributes, rules.attributes),
    ...(declared.length === 0 ? [] : [['style', declared.join(';')] as const]),
    ...Object.entries(own).flatMap(([name, value]) =>
      value === null || value === undefined || value === false ? [] : [[name, String(value)] as const],
    ),
  ];
  return `<${[tag, ...parts.map(([name, value]) => `${name}="${escape(value)}"`)].join(' ')}>`;
}

const wrap = (tag: string, inner: string, attributes?: Values, style?: Values, own?: Values): string =>
  `${open(tag, attributes, style, own)}${inner}</${tag}>`;

/** Space under a block, in pixels. */
export const GAP = 10;
/** Width of one step to the right, in pixels. */
export const STEP = 40;

/**
 * How much of the look stands in the HTML. Programs for mail know no style sheet of ours: `whole`, with the room and the lines around what
 * is written. What stays inside the company is drawn by ours: `own`, with what somebody has chosen alone.
 */
export type StyleScope = 'whole' | 'own';
const ROOM = `0 0 ${GAP}px`;
const roomOf = (scope: StyleScope): string => (scope === 'whole' ? ROOM : '');

const indented = ({ attrs }: WrittenNode, scope: StyleScope): string => {
  const steps = Number(attrs?.['indent'] ?? 0);
  if (steps === 0) return roomOf(scope);
  return scope === 'whole' ? `${ROOM} ${steps * STEP}px` : `0 0 0 ${steps * STEP}px`;
};
const blockStyle = (node: WrittenNode, scope: StyleScope): Values => ({
  margin: indented(node, scope),
  'text-align': text(node, 'align'),
  'line-height': text(node, 'lineHeight'),
});

function text(node: WrittenNode | WrittenMark, name: string): string {
  const value = node.attrs?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const SIMPLE_MARKS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 'del',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
};

function marked(inner: string, mark: WrittenMark): string {
  const simple = SIMPLE_MARKS[mark.type];
  if (simple !== undefined) return wrap(simple, inner);
  if (mark.type === 'link') return wrap('a', inner, { href: text(mark, 'href') });
  if (mark.type !== 'textStyle') return inner;
  const style = {
    color: text(mark, 'color'),
    'background-color': text(mark, 'backgroundColor'),
    'font-family': text(mark, 'fontFamily'),
    'font-size': text(mark, 'fontSize'),
  };
  return Object.values(style).every((value) => value === '') ? inner : wrap('span', inner, {}, style);
}

const marksOf = (node: WrittenNode): readonly WrittenMark[] =>
  [...(node.marks ?? [])].sort((a, b) => MARKED.indexOf(b.type) - MARKED.indexOf(a.type));

/** A node as HTML; `inside` makes that of another. */
export type Renderer = (node: WrittenNode, inside: (node: WrittenNode) => string) => string;
export type Renderers = Readonly<Record<string, Renderer>>;
type Write = (node: WrittenNode) => string;

const all = (node: WrittenNode, write: Write): string => (node.content ?? []).map(write).join('');

const isPlainText = (node: WrittenNode): boolean =>
  node.type === 'paragraph' && Object.values(node.attrs ?? {}).every((value) => value == null || value === 0);

/** Programs for mail put room around a paragraph in a list or cell that has only one: its text stands there by itself. */
export function inside(node: WrittenNode, write: Write): string {
  const [first, ...rest] = node.content ?? [];
  if (first === undefined) return '';
  const isBare = isPlainText(first) && rest.every((child) => child.type.endsWith('List'));
  return isBare ? `${lineOf(first, write)}${rest.map(write).join('')}` : all(node, write);
}

/** An empty line needs something in it to have a height. */
const lineOf = (node: WrittenNode, write: Write): string => all(node, write) || '<br>';

function cell(tag: 'td' | 'th', node: WrittenNode, hasLines: boolean, scope: StyleScope, write: Write): string {
  const width = node.attrs?.['colwidth'];
  const [first] = Array.isArray(width) ? (width as readonly unknown[]) : [];
  const ground = text(node, 'backgroundColor');
  const many = (name: string): string => (Number(node.attrs?.[name] ?? 1) > 1 ? text(node, name) : '');
  const line = text(node, 'border') || (hasLines && scope === 'whole' ? '1px solid #b8bec8' : '');
  return wrap(
    tag,
    inside(node, write),
    {
      width: typeof first === 'number' ? Math.round(first) : '',
      bgcolor: ground,
      valign: text(node, 'valign'),
      colspan: many('colspan'),
      rowspan: many('rowspan'),
    },
    {
      border: line,
      padding: scope === 'whole' ? '6px' : '',
      'background-color': ground,
      'vertical-align': text(node, 'valign'),
      'text-align': text(node, 'align'),
    },
  );
}

function table(node: WrittenNode, scope: StyleScope, write: Write): string {
  const hasLines = node.attrs?.['lines'] !== false;
  const rows = (node.content ?? []).map((row) =>
    wrap(
      'tr',
      (row.content ?? [])
        .map((one) => cell(one.type === 'tableHeader' ? 'th' : 'td', one, hasLines, scope, write))
        .join(''),
    ),
  );
  const attributes = {
    border: hasLines ? 1 : 0,
    ...(scope === 'whole' ? { cellpadding: 6, cellspacing: 0 } : {}),
    width: text(node, 'width'),
    align: text(node, 'align'),
  };
  const style: Values = scope === 'whole' ? { 'border-collapse': 'collapse' } : {};
  return wrap('table', wrap('tbody', rows.join('')), attributes, style);
}

function picture(node: WrittenNode): string {
  const own = {
    'data-kontor-upload': text(node, 'upload') || null,
    'data-kontor-inline': text(node, 'inline') || null,
  };
  const size = (name: string): string =>
    Number(node.attrs?.[name] ?? 0) > 0 ? String(Math.round(Number(node.attrs?.[name]))) : '';
  return open(
    'img',
    { width: size('width'), height: size('height'), alt: text(node, 'alt').replace(/["<>]/g, ' ').trim() },
    {},
    own,
  );
}

const nodesFor = (scope: StyleScope): Renderers => ({
  doc: all,
  text: (node) => marksOf(node).reduce(marked, withBlanks(node.text ?? '')),
  paragraph: (node, write) => wrap('p', lineOf(node, write), {}, blockStyle(node, scope)),
  heading: (node, write) =>
    wrap(
      `h${Math.min(3, Math.max(1, Number(node.attrs?.['level'] ?? 1)))}`,
      lineOf(node, write),
      {},
      blockStyle(node, scope),
    ),
  hardBreak: () => '<br>',
  horizontalRule: () => '<hr>',
  codeBlock: (node) => wrap('pre', escape((node.content ?? []).map((child) => child.text ?? '').join(''))),
  blockquote: (node, write) =>
    wrap(
      'blockquote',
      all(node, write),
      {},
      scope === 'whole' ? { margin: ROOM, padding: '0 0 0 12px', 'border-left': '3px solid #c4c9d2' } : {},
    ),
  bulletList: (node, write) =>
    wrap('ul', all(node, write), {}, { margin: roomOf(scope), 'list-style-type': text(node, 'listStyle') }),
  orderedList: (node, write) => {
    const start = Number(node.attrs?.['start'] ?? 1);
    return wrap(
      'ol',
      all(node, write),
      { start: start > 1 ? start : '' },
      { margin: roomOf(scope), 'list-style-type': text(node, 'listStyle') },
    );
  },
  listItem: (node, write) => wrap('li', inside(node, write) || '<br>'),
  table: (node, write) => table(node, scope, write),
  image: picture,
});
const NODES: Readonly<Record<StyleScope, Renderers>> = { whole: nodesFor('whole'), own: nodesFor('own') };

/**
 * What is written as the HTML that a text of ours may use. Pictures are marked by attributes of ours, for the server alone to know. `own`:
 * how a module writes nodes of its own.
 */
export function toHtml(doc: WrittenNode, own: Renderers = {}, scope: StyleScope = 'whole'): string {
  const nodes = NODES[scope];
  const write = (node: WrittenNode): string => (own[node.type] ?? nodes[node.type] ?? all)(node, write);
  return write(doc);
}
