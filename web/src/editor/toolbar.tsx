import { WRITTEN_FONTS } from '@kontor/contract/kernel';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { memo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTexts } from '../shell/index.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { IconButton } from '../ui/parts.tsx';
import type { IconName } from '../ui/icon-names.ts';
import { LinkDialog } from './link-dialog.tsx';
import { tableItems } from './table-menu.ts';
import { toolbarTexts } from './toolbar-texts.ts';
import { indent, itemOf } from './use-editor.ts';

const COLOURS = ['#222222', '#5b6472', '#b3261e', '#a86400', '#22783f', '#1f5fae', '#6b3fa0'] as const;
const GROUNDS = ['#fff2a8', '#d9f2dd', '#d6e6fa', '#fbdedb', '#eceff3'] as const;
const SIZES = [11, 13, 14, 16, 18, 24, 32];
const ALIGNED = ['left', 'center', 'right', 'justify'] as const;
const SPACING = ['100%', '150%', '200%'] as const;

type Open = 'style' | 'colour' | 'ground' | 'look' | 'align' | 'table' | 'link';

const Swatch = ({ colour }: { colour: string }) => (
  <span className="swatch" style={{ background: colour }} aria-hidden="true" />
);

/** What can be done with the text. Arrow keys move among the buttons; on small screens it scrolls sideways. */
export const EditorToolbar = memo(function EditorToolbar({
  editor,
  isPlain = false,
  onPicture,
  children,
}: {
  editor: Editor;
  /** Text alone, which has no look. */
  isPlain?: boolean;
  /** Left out where there can be no pictures. */
  onPicture?: () => void;
  /** What belongs to what is written more than to its text. */
  children?: ReactNode;
}) {
  const t = useTexts(toolbarTexts);
  const bar = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<{ readonly what: Open; readonly anchor: DOMRect }>();
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const looks = now.getAttributes('textStyle');
      const block = now.getAttributes(now.isActive('heading') ? 'heading' : 'paragraph');
      return {
        bold: now.isActive('bold'),
        italic: now.isActive('italic'),
        underline: now.isActive('underline'),
        strike: now.isActive('strike'),
        bullets: now.isActive('bulletList'),
        numbers: now.isActive('orderedList'),
        quote: now.isActive('blockquote'),
        link: now.isActive('link'),
        table: now.isActive('table'),
        level: Number(now.isActive('heading') ? now.getAttributes('heading')['level'] : 0),
        code: now.isActive('codeBlock'),
        superscript: now.isActive('superscript'),
        subscript: now.isActive('subscript'),
        colour: String(looks['color'] ?? ''),
        ground: String(looks['backgroundColor'] ?? ''),
        face: String(looks['fontFamily'] ?? ''),
        size: String(looks['fontSize'] ?? ''),
        align: String(block['align'] ?? 'left'),
        spacing: String(block['lineHeight'] ?? ''),
        undo: now.can().undo(),
        redo: now.can().redo(),
      };
    },
  });
  const chain = () => editor.chain().focus();
  const look = (part: Readonly<Record<string, string | null>>): void =>
    void chain().setMark('textStyle', part).removeEmptyTextStyle().run();
  const block = (part: Readonly<Record<string, string | null>>): void =>
    void chain().updateAttributes('paragraph', part).updateAttributes('heading', part).run();

  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  const one = (icon: IconName, label: string, pressed: boolean | undefined, run: () => void, isOff = false) => (
    <IconButton icon={icon} label={label} aria-pressed={pressed} disabled={isOff} onClick={run} />
  );
  const menu = (what: Open, icon: IconName, label: string, pressed?: boolean) => (
    <IconButton
      icon={icon}
      label={label}
      aria-haspopup="menu"
      aria-pressed={pressed}
      onClick={(event) => setOpen({ what, anchor: event.currentTarget.getBoundingClientRect() })}
    />
  );
  const colours = (
    list: readonly (keyof typeof t.colours)[],
    now: string,
    set: (value: string | null) => void,
  ): MenuItem[] => [
    ...list.map((colour) => ({
      key: colour,
      label: t.colours[colour],
      lead: <Swatch colour={colour} />,
      checked: colour === now,
      onSelect: () => set(colour),
    })),
    { key: 'none', label: t.noColour, checked: now === '', apart: true, onSelect: () => set(null) },
  ];
  const items = (): readonly MenuItem[] => {
    switch (open?.what) {
      case 'style':
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
      case 'colour':
        return colours(COLOURS, on.colour, (color) => look({ color }));
      case 'ground':
        return colours(GROUNDS, on.ground, (backgroundColor) => look({ backgroundColor }));
      case 'look':
        return [
          {
            key: 'usual',
            label: t.default,
            checked: on.face === '' && on.size === '',
            onSelect: () => look({ fontFamily: null, fontSize: null }),
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
            onSelect: () => look({ fontFamily: font }),
          })),
          ...SIZES.map((size, index) => ({
            key: `${size}`,
            label: `${size} px`,
            checked: `${size}px` === on.size,
            apart: index === 0,
            onSelect: () => look({ fontSize: `${size}px` }),
          })),
        ];
      case 'align':
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
      case 'table':
        return tableItems(editor, t);
      default:
        return [];
    }
  };
  return (
    <div ref={bar} className="editor-bar" role="toolbar" aria-label={t.toolbar} onKeyDown={move}>
      {isPlain ? null : (
        <>
          {menu('style', 'text-h', t.style, on.level > 0)}
          {one('text-b', t.bold, on.bold, () => void chain().toggleBold().run())}
          {one('text-italic', t.italic, on.italic, () => void chain().toggleItalic().run())}
          {one('text-underline', t.underline, on.underline, () => void chain().toggleUnderline().run())}
          {one('text-strikethrough', t.strike, on.strike, () => void chain().toggleStrike().run())}
          {menu('colour', 'palette', t.colour, on.colour !== '')}
          {menu('ground', 'paint-bucket', t.ground, on.ground !== '')}
          {menu('look', 'text-aa', t.look, on.face !== '' || on.size !== '')}
          <span className="editor-gap" />
          {menu('align', 'text-align-left', t.align, on.align !== 'left' || on.spacing !== '')}
          {one('list-bullets', t.bullets, on.bullets, () => void chain().toggleBulletList().run())}
          {one('list-numbers', t.numbers, on.numbers, () => void chain().toggleOrderedList().run())}
          {one('text-indent', t.indent, undefined, () => {
            if (!chain().sinkListItem(itemOf(editor)).run()) indent(editor, 1);
          })}
          {one('text-outdent', t.outdent, undefined, () => {
            if (!chain().liftListItem(itemOf(editor)).run()) indent(editor, -1);
          })}
          {one('quotes', t.quote, on.quote, () => void chain().toggleBlockquote().run())}
          <span className="editor-gap" />
          {menu('link', 'link', t.link, on.link)}
          {menu('table', 'table', t.table, on.table)}
          {onPicture === undefined ? null : one('image', t.picture, undefined, onPicture)}
          {one('minus', t.rule, undefined, () => void chain().setHorizontalRule().run())}
          {one('eraser', t.clear, undefined, () => void chain().clearNodes().unsetAllMarks().run())}
        </>
      )}
      {one('arrow-u-up-left', t.undo, undefined, () => void chain().undo().run(), !on.undo)}
      {one('arrow-u-up-right', t.redo, undefined, () => void chain().redo().run(), !on.redo)}
      {children}
      {open === undefined ? null : open.what === 'link' ? (
        <LinkDialog editor={editor} onClose={() => setOpen(undefined)} />
      ) : (
        <Menu label={t.toolbar} anchor={open.anchor} items={items()} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
});
