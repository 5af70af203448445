/**
 * The HTML that texts of ours may use, mails above all: the editor makes nothing else, and the server strips everything else before a mail
 * is built. It is what Outlook, Gmail and Apple Mail show alike, by the published support tables; a test holds it against them.
 */

/** Whole pixels, within what any of them shows. */
const PX = '(\\d{1,3}px|0)';
const POSITIVE = `${PX}( ${PX}){0,3}`;
const COLOUR = '#[0-9a-f]{6}';
const LINE = `[1-8]px solid ${COLOUR}`;
const ALIGNED = 'left|center|right|justify';

/** The faces that a mail can be written in, each with what stands in for it. */
export const WRITTEN_FONTS = [
  'Arial,Helvetica,sans-serif',
  'Calibri,Carlito,sans-serif',
  'Cambria,Caladea,serif',
  'Courier New,Courier,monospace',
  'Georgia,serif',
  'Segoe UI,Helvetica,sans-serif',
  'Tahoma,Geneva,sans-serif',
  'Times New Roman,Times,serif',
  'Trebuchet MS,Helvetica,sans-serif',
  'Verdana,Geneva,sans-serif',
] as const;
const FONT = WRITTEN_FONTS.join('|');

export interface WrittenTag {
  /** Attributes beside `style`, each with a pattern of all that it may be. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Style properties, each with a pattern of all that it may be. */
  readonly style?: Readonly<Record<string, string>>;
}

/** Lines that lie over each other are nothing that anybody writes, and whoever gets them would not see them so. */
const LINE_HEIGHT = '(?:[89]\\d|[1-9]\\d\\d)%';
const text: WrittenTag = { style: { margin: POSITIVE, 'text-align': ALIGNED, 'line-height': LINE_HEIGHT } };
const cell: WrittenTag = {
  attributes: {
    width: '\\d{1,4}',
    align: 'left|center|right',
    valign: 'top|middle|bottom',
    bgcolor: COLOUR,
    colspan: '\\d{1,2}',
    rowspan: '\\d{1,3}',
  },
  style: {
    border: LINE,
    padding: PX,
    'background-color': COLOUR,
    'vertical-align': 'top|middle|bottom',
    'text-align': 'left|center|right',
  },
};

/** Tags with their attributes and properties. Patterns are of the whole value. */
export const WRITTEN_HTML: Readonly<Record<string, WrittenTag>> = {
  div: {
    attributes: { dir: 'ltr|rtl', lang: '[a-z]{2}(-[A-Z]{2})?' },
    style: { 'font-family': FONT, 'font-size': '\\d{1,2}px', 'line-height': LINE_HEIGHT, color: COLOUR },
  },
  p: text,
  h1: text,
  h2: text,
  h3: text,
  strong: {},
  em: {},
  u: {},
  del: {},
  code: {},
  sup: {},
  sub: {},
  br: {},
  hr: {},
  pre: {},
  span: {
    style: { color: COLOUR, 'background-color': COLOUR, 'font-family': FONT, 'font-size': '(9|[1-4]\\d)px' },
  },
  a: { attributes: { href: '(https?://|mailto:|tel:)[^\\s"<>]{1,8000}' }, style: { color: COLOUR } },
  ul: { style: { margin: POSITIVE, 'list-style-type': 'disc|circle|square' } },
  ol: {
    attributes: { start: '\\d{1,4}', type: '[1aAiI]' },
    style: { margin: POSITIVE, 'list-style-type': 'decimal|lower-alpha|lower-roman' },
  },
  li: {},
  blockquote: {
    attributes: { type: 'cite' },
    style: { margin: POSITIVE, padding: POSITIVE, 'border-left': LINE },
  },
  table: {
    attributes: {
      border: '[01]',
      cellpadding: '\\d{1,2}',
      cellspacing: '0',
      width: '\\d{1,4}|\\d{1,3}%',
      align: 'left|center',
    },
    style: { 'border-collapse': 'collapse' },
  },
  tbody: {},
  tr: {},
  th: cell,
  td: cell,
  img: { attributes: { src: 'cid:[^\\s"<>]{1,200}', width: '\\d{1,4}', height: '\\d{1,4}', alt: '[^"<>]{0,500}' } },
};

/** Media types of pictures in the text. Outlook for Windows knows no others. */
export const WRITTEN_PICTURES = ['image/png', 'image/jpeg', 'image/gif'] as const;

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * What texts may use that stay inside the company, as those of tasks, notes and memos: what mails may, check-lists, people who are mentioned by
 * their number, records by their kind and number, and pictures by their upload or by the key that the item has them under.
 */
export const NOTE_HTML: Readonly<Record<string, WrittenTag>> = {
  ...WRITTEN_HTML,
  ul: { ...WRITTEN_HTML['ul'], attributes: { 'data-type': 'taskList' } },
  li: { attributes: { 'data-type': 'taskItem', 'data-checked': 'true|false' } },
  span: {
    ...WRITTEN_HTML['span'],
    attributes: { 'data-mention': '[1-9]\\d{0,14}', 'data-record': '[1-9]\\d{0,8}-[1-9]\\d{0,14}' },
  },
  img: {
    attributes: {
      'data-kontor-upload': UUID,
      'data-kontor-inline': '[\\w-]{1,64}',
      width: '\\d{1,4}',
      height: '\\d{1,4}',
      alt: '[^"<>]{0,500}',
    },
  },
};
