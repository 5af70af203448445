import { NOTE_HTML } from '@kontor/contract/kernel';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** How a text names a record: its kind and its number. */
export const RECORD_KEY = new RegExp(`^(?:${NOTE_HTML['span']?.attributes?.['data-record'] ?? '(?!)'})$`);

export type OpenRecord = (key: string) => void;

const isRecord = (node: Node): boolean => node.type.name === 'record';
const keyOf = (node: Node): string => String(node.attrs['key']);

/** Where nothing is written the names of records are links that Tab leads to. */
function links(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, from) => {
    if (isRecord(node)) found.push(Decoration.node(from, from + node.nodeSize, { role: 'link', tabindex: '0' }));
  });
  return DecorationSet.create(doc, found);
}

/** Opens a record by a click on its name, and by Enter where an arrow key or Tab went to it. */
export const opening = (editor: Editor, open: OpenRecord): Plugin =>
  new Plugin({
    props: {
      decorations: ({ doc }) => (editor.isEditable ? null : links(doc)),
      handleClickOn: (_view, _position, node, _nodePosition, event) => {
        if (!isRecord(node) || event.button !== 0) return false;
        open(keyOf(node));
        return true;
      },
      handleKeyDown: (view, event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return false;
        const { selection } = view.state;
        if (!(selection instanceof NodeSelection) || !isRecord(selection.node)) return false;
        open(keyOf(selection.node));
        return true;
      },
      handleDOMEvents: {
        keydown: (view, event) => {
          const focused = event.target instanceof HTMLElement ? event.target.dataset['record'] : undefined;
          if (view.editable || event.key !== 'Enter' || focused === undefined) return false;
          event.preventDefault();
          open(focused);
          return true;
        },
      },
    },
  });
