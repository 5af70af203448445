import type { Editor } from '@tiptap/core';
import { memo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTexts } from '../shell/index.ts';
import type { IconName } from '../ui/icon-names.ts';
import { Menu } from '../ui/menu.tsx';
import { IconButton } from '../ui/parts.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { toolbarItems, type ToolbarMenu } from './toolbar-menus.tsx';
import { toolbarTexts } from './toolbar-texts.ts';
import { indent, itemOf } from './use-editor.ts';
import { useTextState, type TextState } from './use-text-state.ts';

interface Open {
  readonly what: ToolbarMenu;
  readonly anchor: DOMRect;
}

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
  const [open, setOpen] = useState<Open>();
  const on = useTextState(editor);
  const chain = () => editor.chain().focus();

  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div ref={bar} className="editor-bar" role="toolbar" aria-label={t.toolbar} onKeyDown={move}>
      {isPlain ? null : <StyleTools {...{ editor, on, onPicture }} onOpen={setOpen} />}
      <Tool icon="arrow-u-up-left" label={t.undo} isOff={!on.undo} onRun={() => void chain().undo().run()} />
      <Tool icon="arrow-u-up-right" label={t.redo} isOff={!on.redo} onRun={() => void chain().redo().run()} />
      {children}
      {open === undefined ? null : open.what === 'link' ? (
        <LinkDialog editor={editor} onClose={() => setOpen(undefined)} />
      ) : (
        <Menu
          label={t.toolbar}
          anchor={open.anchor}
          items={toolbarItems(open.what, { editor, on, t })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
});

interface StyleToolsProps {
  readonly editor: Editor;
  readonly on: TextState;
  readonly onPicture: (() => void) | undefined;
  readonly onOpen: (open: Open) => void;
}

/** What gives the text a look: letters, paragraphs, and what stands between them. */
function StyleTools({ editor, on, onPicture, onOpen }: StyleToolsProps) {
  const t = useTexts(toolbarTexts);
  const chain = () => editor.chain().focus();
  return (
    <>
      <MenuTool what="style" icon="text-h" label={t.style} pressed={on.level > 0} onOpen={onOpen} />
      <Tool icon="text-b" label={t.bold} pressed={on.bold} onRun={() => void chain().toggleBold().run()} />
      <Tool icon="text-italic" label={t.italic} pressed={on.italic} onRun={() => void chain().toggleItalic().run()} />
      <Tool
        icon="text-underline"
        label={t.underline}
        pressed={on.underline}
        onRun={() => void chain().toggleUnderline().run()}
      />
      <Tool
        icon="text-strikethrough"
        label={t.strike}
        pressed={on.strike}
        onRun={() => void chain().toggleStrike().run()}
      />
      <MenuTool what="colour" icon="palette" label={t.colour} pressed={on.colour !== ''} onOpen={onOpen} />
      <MenuTool what="ground" icon="paint-bucket" label={t.ground} pressed={on.ground !== ''} onOpen={onOpen} />
      <MenuTool what="look" icon="text-aa" label={t.font} pressed={on.face !== '' || on.size !== ''} onOpen={onOpen} />
      <span className="editor-gap" />
      <MenuTool
        what="align"
        icon="text-align-left"
        label={t.align}
        pressed={on.align !== 'left' || on.spacing !== ''}
        onOpen={onOpen}
      />
      <Tool
        icon="list-bullets"
        label={t.bullets}
        pressed={on.bullets}
        onRun={() => void chain().toggleBulletList().run()}
      />
      <Tool
        icon="list-numbers"
        label={t.numbers}
        pressed={on.numbers}
        onRun={() => void chain().toggleOrderedList().run()}
      />
      <Tool
        icon="text-indent"
        label={t.indent}
        onRun={() => {
          if (!chain().sinkListItem(itemOf(editor)).run()) indent(editor, 1);
        }}
      />
      <Tool
        icon="text-outdent"
        label={t.outdent}
        onRun={() => {
          if (!chain().liftListItem(itemOf(editor)).run()) indent(editor, -1);
        }}
      />
      <Tool icon="quotes" label={t.quote} pressed={on.quote} onRun={() => void chain().toggleBlockquote().run()} />
      <span className="editor-gap" />
      <MenuTool what="link" icon="link" label={t.link} pressed={on.link} onOpen={onOpen} />
      <MenuTool what="table" icon="table" label={t.table} pressed={on.table} onOpen={onOpen} />
      {onPicture === undefined ? null : <Tool icon="image" label={t.picture} onRun={onPicture} />}
      <Tool icon="minus" label={t.rule} onRun={() => void chain().setHorizontalRule().run()} />
      <Tool icon="eraser" label={t.clear} onRun={() => void chain().clearNodes().unsetAllMarks().run()} />
    </>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly pressed?: boolean;
  readonly isOff?: boolean;
  readonly onRun: () => void;
}

const Tool = ({ icon, label, pressed, isOff = false, onRun }: ToolProps) => (
  <IconButton icon={icon} label={label} aria-pressed={pressed} disabled={isOff} onClick={onRun} />
);

interface MenuToolProps extends Omit<ToolProps, 'isOff' | 'onRun'> {
  readonly what: ToolbarMenu;
  readonly onOpen: (open: Open) => void;
}

const MenuTool = ({ what, icon, label, pressed, onOpen }: MenuToolProps) => (
  <IconButton
    icon={icon}
    label={label}
    aria-haspopup="menu"
    aria-pressed={pressed}
    onClick={(event) => onOpen({ what, anchor: event.currentTarget.getBoundingClientRect() })}
  />
);
