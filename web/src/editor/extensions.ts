import { Extension, Mark, type Extensions } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { TextStyle } from '@tiptap/extension-text-style';
import { StarterKit } from '@tiptap/starter-kit';
import { colourOf, fontOf, lineHeightOf, sizeOf } from './letter-styles.ts';
import { GAP, STEP } from './to-html.ts';

const MAX_STEPS = 10;
const ALIGNED = ['left', 'center', 'right', 'justify'];
const aligned = (element: HTMLElement): string | null => {
  const value = element.style.textAlign || element.getAttribute('align') || '';
  return ALIGNED.includes(value) && value !== 'left' ? value : null;
};
const stepsOf = (element: HTMLElement): number =>
  Math.min(MAX_STEPS, Math.max(0, Math.round((Number.parseFloat(element.style.marginLeft) || 0) / STEP)));

/** Alignment, steps to the right, and distance of lines, of paragraphs and headings. */
const Blocks = Extension.create({
  name: 'blocks',
  addGlobalAttributes() {
    return [
      {
        types: ['paragraph', 'heading'],
        attributes: {
          align: {
            default: null,
            parseHTML: aligned,
            renderHTML: ({ align }: Record<string, unknown>) =>
              typeof align === 'string' ? { style: `text-align:${align}` } : {},
          },
          indent: {
            default: 0,
            parseHTML: stepsOf,
            renderHTML: ({ indent }: Record<string, unknown>) =>
              Number(indent) > 0 ? { style: `margin:0 0 ${GAP}px ${Number(indent) * STEP}px` } : {},
          },
          lineHeight: {
            default: null,
            parseHTML: (element: HTMLElement) => lineHeightOf(element.style.lineHeight),
            renderHTML: ({ lineHeight }: Record<string, unknown>) =>
              typeof lineHeight === 'string' ? { style: `line-height:${lineHeight}` } : {},
          },
        },
      },
      {
        types: ['bulletList', 'orderedList'],
        attributes: {
          listStyle: {
            default: null,
            parseHTML: (element: HTMLElement) =>
              element.style.listStyleType || TYPES[element.getAttribute('type') ?? ''] || null,
            renderHTML: ({ listStyle }: Record<string, unknown>) =>
              typeof listStyle === 'string' ? { style: `list-style-type:${listStyle}` } : {},
          },
        },
      },
    ];
  },
});
const TYPES: Readonly<Record<string, string>> = {
  a: 'lower-alpha',
  A: 'lower-alpha',
  i: 'lower-roman',
  I: 'lower-roman',
  '1': 'decimal',
};

/** Colour, ground, face and size of letters, as far as texts may have them. */
const LetterStyles = Extension.create({
  name: 'looks',
  addGlobalAttributes() {
    const one = (name: string, property: string, read: (element: HTMLElement) => string | null) => ({
      [name]: {
        default: null,
        parseHTML: read,
        renderHTML: (attributes: Record<string, unknown>) =>
          typeof attributes[name] === 'string' ? { style: `${property}:${attributes[name]}` } : {},
      },
    });
    return [
      {
        types: ['textStyle'],
        attributes: {
          ...one('color', 'color', ({ style }) => colourOf(style.color)),
          ...one('backgroundColor', 'background-color', ({ style }) => colourOf(style.backgroundColor)),
          ...one('fontFamily', 'font-family', ({ style }) => fontOf(style.fontFamily)),
          ...one('fontSize', 'font-size', ({ style }) => sizeOf(style.fontSize)),
        },
      },
    ];
  },
});

const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: ({ HTMLAttributes }) => ['sup', HTMLAttributes, 0],
});
const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: ({ HTMLAttributes }) => ['sub', HTMLAttributes, 0],
});

const BORDER = /^([\d.]+)(px|pt) solid (.+)$/;
function borderOf(element: HTMLElement): string | null {
  const [, width, unit, colour = ''] = BORDER.exec(element.style.borderBottom || element.style.border) ?? [];
  if (width === undefined) return null;
  const pixels = Math.min(8, Math.max(1, Math.round(Number(width) * (unit === 'pt' ? 4 / 3 : 1))));
  // Word's and Excel's own word for what letters are written in.
  const hex = /^windowtext$/i.test(colour) ? '#000000' : colourOf(colour);
  return hex === null ? null : `${pixels}px solid ${hex}`;
}
const verticalOf = (element: HTMLElement): string | null => {
  const value = element.style.verticalAlign || element.getAttribute('valign') || '';
  return ['top', 'middle', 'bottom'].includes(value) ? value : null;
};
const styled = (name: string, property: string) => ({
  default: null,
  renderHTML: (attributes: Record<string, unknown>) =>
    typeof attributes[name] === 'string' ? { style: `${property}:${attributes[name]}` } : {},
});
const cellAttributes = {
  backgroundColor: {
    ...styled('backgroundColor', 'background-color'),
    parseHTML: (element: HTMLElement) =>
      colourOf(element.style.backgroundColor || element.getAttribute('bgcolor') || ''),
  },
  border: { ...styled('border', 'border'), parseHTML: borderOf },
  align: {
    ...styled('align', 'text-align'),
    parseHTML: (element: HTMLElement) => {
      const value = aligned(element);
      return value === 'justify' ? null : value;
    },
  },
  valign: { ...styled('valign', 'vertical-align'), parseHTML: verticalOf },
};

const WrittenTable = Table.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      /** False for a table that only puts things side by side. */
      lines: {
        default: true,
        parseHTML: (element: HTMLElement) => element.getAttribute('border') !== '0',
        renderHTML: ({ lines }: Record<string, unknown>) => (lines === false ? { 'data-lines': 'false' } : {}),
      },
      width: {
        default: null,
        parseHTML: (element: HTMLElement) => {
          const width = element.getAttribute('width') ?? element.style.width;
          return /^\d{1,3}%$/.test(width) ? width : null;
        },
        renderHTML: ({ width }: Record<string, unknown>) =>
          typeof width === 'string' ? { style: `width:${width}` } : {},
      },
    };
  },
});

const Picture = Image.extend({
  addAttributes() {
    const kept = (name: string) => ({
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute(name) ?? '',
      renderHTML: () => ({}),
    });
    const size = (name: 'width' | 'height') => ({
      default: null,
      parseHTML: (element: HTMLElement) =>
        Number.parseInt(element.getAttribute(name) ?? element.style[name], 10) || null,
    });
    return {
      /** Address of the bytes in this page; never leaves it. */
      src: { default: null },
      alt: { default: '' },
      width: size('width'),
      height: size('height'),
      /** Name of the upload, or the key of a picture that the item has, or the mail that is answered. */
      upload: kept('data-kontor-upload'),
      inline: kept('data-kontor-inline'),
    };
  },
  parseHTML: () => [{ tag: 'img' }],
}).configure({ inline: true, allowBase64: true });

/** What the schema of every text is made of. `closing`: blocks of a module's own behind which no empty line is to be kept. */
export const schemaExtensions = (closing: readonly string[] = []): Extensions => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      protocols: ['mailto', 'tel'],
      HTMLAttributes: { target: null, rel: null },
    },
    trailingNode: { node: 'paragraph', notAfter: ['paragraph', ...closing] },
    codeBlock: { HTMLAttributes: {} },
  }),
  TextStyle,
  LetterStyles,
  Blocks,
  Superscript,
  Subscript,
  WrittenTable.configure({ resizable: true, cellMinWidth: 40 }),
  TableRow,
  TableHeader.extend({
    addAttributes() {
      return { ...this.parent?.(), ...cellAttributes };
    },
  }),
  TableCell.extend({
    addAttributes() {
      return { ...this.parent?.(), ...cellAttributes };
    },
  }),
  Picture,
];
