import { Editor, Extension, type Extensions, type JSONContent } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import type { Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { useEffect, useInsertionEffect, useRef, useState } from 'react';
import type { WrittenNode } from './document.ts';
import { toFragment, toSlice, type Marks } from './parse.ts';
import { adapt } from './paste.ts';
import { fileOf } from './pictures.ts';
import { OUTSIDE } from './replace.ts';
import { triggers, type Offered } from './triggers.ts';

/** What the editor asks of the page around it. */
export interface EditorOptions {
  readonly content: WrittenNode;
  readonly label: string;
  readonly placeholder: string;
  /** What the schema is made of, and what else there is to the editor. */
  readonly extensions: Extensions;
  /** How HTML that is pasted names nodes of the page's own. */
  readonly marks?: Marks;
  /** Text alone: what is pasted has no look. */
  readonly isPlain?: boolean;
  /** Can be read and copied from, not changed. */
  readonly isReadOnly?: boolean;
  readonly onChange: (doc: WrittenNode) => void;
  /** Files that were pasted or dropped. Pictures that belong into the text are put there, at `position`. */
  readonly onFiles: (files: readonly File[], position: number | undefined, isAttached: boolean) => void;
  /** Signs at the beginning of a word that something is offered for. */
  readonly signs?: readonly string[];
  readonly onOffer?: (offered: Offered | undefined) => void;
  /** Keys of the page, also from within the text; true where one did something. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

const isPicture = (file: File): boolean => file.type.startsWith('image/');

/** Puts what was copied elsewhere into the text, as far as texts may use it. */
async function insertHtml(
  view: EditorView,
  html: string,
  range: { readonly from: number; readonly to: number },
  marks: Marks | undefined,
  onPicture: (file: File, position: number) => void,
): Promise<void> {
  const fragment = await toFragment(html, marks);
  // What was copied here is as it should be already.
  if (!html.includes('data-pm-slice')) adapt(fragment, html, marks?.blocks);
  const pictures: File[] = [];
  for (const image of fragment.querySelectorAll('img')) {
    const isOurs = image.dataset['kontorUpload'] !== undefined || image.dataset['kontorInline'] !== undefined;
    if (isOurs) continue;
    const file = fileOf(image.getAttribute('src') ?? '');
    if (file !== undefined) pictures.push(file);
    image.replaceWith(file === undefined ? image.alt : '');
  }
  const slice: Slice = toSlice(view.state.schema, fragment);
  const end = Math.min(range.to, view.state.doc.content.size);
  const from = Math.min(range.from, end);
  if (slice.content.size > 0)
    view.dispatch(view.state.tr.replaceRange(from, end, slice).scrollIntoView().setMeta('uiEvent', 'paste'));
  const { to } = view.state.selection;
  for (const file of pictures) onPicture(file, to);
}

const isFormatKey = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && (shiftKey ? /^[789&/()*]$/.test(key) : /^[biue]$/i.test(key));

const paster = (given: { readonly current: EditorOptions }) =>
  Extension.create({
    name: 'paster',
    priority: 1000,
    addProseMirrorPlugins() {
      let isPlain = false;
      const take = (
        view: EditorView,
        data: DataTransfer | null,
        position: number | undefined,
        isAttached: boolean,
      ): boolean => {
        if (data === null) return false;
        const files = [...data.files];
        const html = data.getData('text/html');
        // Programs for tables put a picture of what is copied beside it.
        if (files.length > 0 && (html === '' || !/<(table|p|li)\b/i.test(html))) {
          given.current.onFiles(files, position, isAttached);
          return true;
        }
        if (html === '') return false;
        if (given.current.isPlain === true) {
          const text = data.getData('text/plain');
          if (position !== undefined) return false;
          view.pasteText(text);
          return true;
        }
        const { from, to } = position === undefined ? view.state.selection : { from: position, to: position };
        void insertHtml(view, html, { from, to }, given.current.marks, (file, at) =>
          given.current.onFiles([file], at, false),
        );
        return true;
      };
      return [
        new Plugin({
          props: {
            handleDOMEvents: {
              // A key that comes right after End or an arrow overtakes the browser's word of where the caret is now: without this, Enter
              // parts the line where the caret was before.
              keydown: (view) => {
                if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
                return false;
              },
            },
            handleKeyDown: (_view, event) => {
              // Without looks there is nothing that these could do.
              if (given.current.isPlain === true && isFormatKey(event)) {
                event.preventDefault();
                return true;
              }
              isPlain = (event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'v';
              return given.current.onKey(event);
            },
            handlePaste: (view, event) => {
              if (!isPlain) return take(view, event.clipboardData, undefined, false);
              isPlain = false;
              view.pasteText(event.clipboardData?.getData('text/plain') ?? '');
              return true;
            },
            handleDrop: (view, event, _slice, moved) => {
              if (moved) return false;
              const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
              const isTaken = take(view, event.dataTransfer, position, event.altKey);
              if (isTaken) event.preventDefault();
              return isTaken;
            },
          },
        }),
      ];
    },
  });

/** Whether a file that was pasted or dropped belongs into the text. */
export const belongsInText = (file: File, isAttached: boolean): boolean => isPicture(file) && !isAttached;

/** Keys that other programs have, beside those that the parts of the editor bring. */
const Keys = Extension.create({
  name: 'writingKeys',
  addKeyboardShortcuts() {
    const shift = (by: number) => () => {
      const item = itemOf(this.editor);
      if (this.editor.isActive(item))
        return by > 0 ? this.editor.commands.sinkListItem(item) : this.editor.commands.liftListItem(item);
      return indent(this.editor, by);
    };
    return {
      'Mod-Shift-7': () => this.editor.commands.toggleOrderedList(),
      'Mod-Shift-8': () => this.editor.commands.toggleBulletList(),
      'Mod-Shift-9': () => this.editor.commands.toggleBlockquote(),
      'Mod-]': shift(1),
      'Mod-[': shift(-1),
      'Mod-\\': () => this.editor.chain().clearNodes().unsetAllMarks().run(),
    };
  },
});

/** What the list that is written in is made of. */
export const itemOf = (editor: Editor): string => (editor.isActive('taskItem') ? 'taskItem' : 'listItem');

/** One step to the right or back, of the paragraph that is written in. */
export function indent(editor: Editor, by: number): boolean {
  const type = editor.isActive('heading') ? 'heading' : 'paragraph';
  const now = Number(editor.getAttributes(type)['indent'] ?? 0);
  return editor.commands.updateAttributes(type, { indent: Math.min(10, Math.max(0, now + by)) });
}

const attributesOf = (label: string) => ({
  'aria-label': label,
  role: 'textbox',
  'aria-multiline': 'true',
  class: 'written',
});

/**
 * The editor, for as long as its component lives: on a screen that is hidden it keeps its text, where the caret stands and what can be
 * undone, and takes in what others write.
 */
export function useWritingEditor(given: EditorOptions): Editor {
  const current = useRef(given);
  useEffect(() => {
    current.current = given;
  });
  const { label } = given;
  const [editor] = useState(
    // oxlint-disable-next-line react/refs -- read when something happens, never while it is drawn
    () =>
      new Editor({
        // Styles of its own would come by a way that the page's policy refuses; ours has them.
        injectCSS: false,
        extensions: [
          ...given.extensions,
          Placeholder.configure({ placeholder: () => current.current.placeholder, includeChildren: false }),
          Keys,
          paster(current),
          ...triggers(given.signs ?? [], (offered) => current.current.onOffer?.(offered)),
        ],
        content: given.content as JSONContent,
        editorProps: { attributes: attributesOf(label) },
        onUpdate: ({ editor: now, transaction }) => {
          if (transaction.getMeta(OUTSIDE) !== true) current.current.onChange(now.getJSON() as WrittenNode);
        },
      }),
  );
  useEffect(() => {
    // In another language it is called something else.
    editor.setOptions({ editorProps: { attributes: attributesOf(label) } });
  }, [editor, label]);
  // The other kinds of effects end when the screen is hidden, too.
  useInsertionEffect(() => () => queueMicrotask(() => editor.destroy()), [editor]);
  const isReadOnly = given.isReadOnly === true;
  useEffect(() => {
    if (editor.isEditable === isReadOnly) editor.setEditable(!isReadOnly, false);
  }, [editor, isReadOnly]);
  return editor;
}
