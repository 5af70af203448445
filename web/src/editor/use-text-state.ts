import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';

export type TextState = ReturnType<typeof useTextState>;

/** What the text is where the caret stands, and what can be done with it. */
export function useTextState(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const style = now.getAttributes('textStyle');
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
        colour: String(style['color'] ?? ''),
        ground: String(style['backgroundColor'] ?? ''),
        face: String(style['fontFamily'] ?? ''),
        size: String(style['fontSize'] ?? ''),
        align: String(block['align'] ?? 'left'),
        spacing: String(block['lineHeight'] ?? ''),
        undo: now.can().undo(),
        redo: now.can().redo(),
      };
    },
  });
}
