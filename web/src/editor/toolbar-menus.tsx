import { WRITTEN_FONTS } from '@kontor/contract/kernel';
import type { Editor } from '@tiptap/core';
import type { MenuItem } from '../ui/menu.tsx';
import { tableItems } from './table-menu.ts';
import type { toolbarTexts } from './toolbar-texts.ts';
import type { TextState } from './use-text-state.ts';

const COLOURS = ['#222222', '#5b6472', '#b3261e', '#a86400', '#22783f', '#1f5fae', '#6b3fa0'] as const;
const GROUNDS = ['#fff2a8', '#d9f2dd', '#d6e6fa', '#fbdedb', '#eceff3'] as const;
const SIZES = [11, 13, 14, 16, 18, 24, 32];
const ALIGNED = ['left', 'center', 'right', 'justify'] as const;
const SPACING = ['100%', '150%', '200%'] as const;

/** The menus of the toolbar, and what else it opens. */
export type ToolbarMenu = 'style' | 'colour' | 'ground' | 'look' | 'align' | 'table' | 'link';

interface ItemsOptions {
  readonly editor: Editor;
  readonly on: TextState;
  readonly t: (typeof toolbarTexts)['de'];
}

type Attributes = Readonly<Record<string, string | null>>;

const chainOf = (editor: Editor) => editor.chain().focus();
const setLetterStyle = (editor: Editor, part: Attributes): void =>
  void chainOf(editor).setMark('textStyle', part).removeEmptyTextStyle().run();
const setBlock = (editor: Editor, part: Attributes): void =>
  void chainOf(editor).updateAttributes('paragraph', part).updateAttributes('heading', part).run();

const Swatch = ({ colour }: { colour: string }) => (
  <span className="swatch" style={{ background: colour }} aria-hidden="true" />
);

/** What a menu of the toolbar offers, for the text where the caret stands. */
export function toolbarItems(what: ToolbarMenu, options: ItemsOptions): readonly MenuItem[] {
  const { editor, on, t } = options;
  switch (what) {
    case 'style':
      return styleItems(options);
    case 'colour':
      return colourItems(t, COLOURS, on.colour, (color) => setLetterStyle(editor, { color }));
    case 'ground':
      return colourItems(t, GROUNDS, on.ground, (backgroundColor) => setLetterStyle(editor, { backgroundColor }));
    case 'look':
      return letterItems(options);
    case 'align':
      return alignItems(options);
    case 'table':
      return tableItems(editor, t);
    default:
      return [];
  }
}

/** What a paragraph can be, and what stands above or below its line. */
function styleItems({ editor, on, t }: ItemsOptions): readonly MenuItem[] {
  const chain = () => chainOf(editor);
  return [
    {
      key: 'text',
      label: t.paragraph,
      checked: on.level === 0 && !on.code,
      onSelect: () => void chain().setParagraph().run(),
    },
    ...([1, 2, 3] as const).map((level) => ({
      key: `h${level}`,
      label: t.heading(level),
      checked: on.level === level,
      onSelect: () => void chain().setHeading({ level }).run(),
    })),
    { key: 'code', label: t.code, checked: on.code, onSelect: () => void chain().toggleCodeBlock().run() },
    {
      key: 'sup',
      label: t.superscript,
      checked: on.superscript,
      apart: true,
      onSelect: () => void chain().toggleMark('superscript').run(),
    },
    {
      key: 'sub',
      label: t.subscript,
      checked: on.subscript,
      onSelect: () => void chain().toggleMark('subscript').run(),
    },
  ];
}

function colourItems(
  t: ItemsOptions['t'],
  list: readonly (keyof ItemsOptions['t']['colours'])[],
  now: string,
  set: (value: string | null) => void,
): MenuItem[] {
  return [
    ...list.map((colour) => ({
      key: colour,
      label: t.colours[colour],
      lead: <Swatch colour={colour} />,
      checked: colour === now,
      onSelect: () => set(colour),
    })),
    { key: 'none', label: t.noColour, checked: now === '', apart: true, onSelect: () => set(null) },
  ];
}

/** Faces and sizes. */
function letterItems({ editor, on, t }: ItemsOptions): readonly MenuItem[] {
  const set = (part: Attributes): void => setLetterStyle(editor, part);
  return [
    {
      key: 'usual',
      label: t.default,
      checked: on.face === '' && on.size === '',
      onSelect: () => set({ fontFamily: null, fontSize: null }),
    },
    ...WRITTEN_FONTS.map((font, index) => ({
      key: font,
      label: font.split(',')[0] ?? font,
      lead: (
        <span className="font-lead" style={{ fontFamily: font }} aria-hidden="true">
          Aa
        </span>
      ),
      checked: font === on.face,
      apart: index === 0,
      onSelect: () => set({ fontFamily: font }),
    })),
    ...SIZES.map((size, index) => ({
      key: `${size}`,
      label: `${size} px`,
      checked: `${size}px` === on.size,
      apart: index === 0,
      onSelect: () => set({ fontSize: `${size}px` }),
    })),
  ];
}

/** How paragraphs are aligned, and how far their lines stand apart. */
function alignItems({ editor, on, t }: ItemsOptions): readonly MenuItem[] {
  const block = (part: Attributes): void => setBlock(editor, part);
  return [
    ...ALIGNED.map((align) => ({
      key: align,
      icon: `text-align-${align}` as const,
      label: t.aligned[align],
      checked: on.align === align,
      onSelect: () => block({ align: align === 'left' ? null : align }),
    })),
    ...SPACING.map((lineHeight, index) => ({
      key: lineHeight,
      label: t.spacing[lineHeight],
      checked: on.spacing === lineHeight,
      apart: index === 0,
      onSelect: () => block({ lineHeight: on.spacing === lineHeight ? null : lineHeight }),
    })),
  ];
}
