import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { numbersIn, type WrittenNumber } from '../../shell/numbers/dial-of.ts';
import { takePhoneLinks } from '../../shell/numbers/mark-numbers.ts';
import { phoneParts } from '../../shell/numbers/phone-parts.ts';

/** Numbers of blocks of text, which stay the same objects for as long as nobody writes in them; `at` counts from the block's beginning. */
const known = new WeakMap<Node, readonly WrittenNumber[]>();

function numbersOf(block: Node): readonly WrittenNumber[] {
  const before = known.get(block);
  if (before !== undefined) return before;
  const found: WrittenNumber[] = [];
  block.forEach((node, offset) => {
    if (!node.isText || node.marks.some(({ type: { name } }) => name === 'link' || name === 'code')) return;
    for (const one of numbersIn(node.text ?? '')) found.push({ ...one, at: offset + one.at });
  });
  known.set(block, found);
  return found;
}

interface PlacedNumber {
  readonly from: number;
  readonly to: number;
  readonly dial: string;
}

function placedNumbers(doc: Node): readonly PlacedNumber[] {
  const found: PlacedNumber[] = [];
  doc.descendants((block, position) => {
    if (!block.isTextblock) return true;
    if (block.type.spec.code === true) return false;
    for (const { at, text, dial } of numbersOf(block)) {
      const from = position + 1 + at;
      found.push({ from, to: from + text.length, dial });
    }
    return false;
  });
  return found;
}

const key = new PluginKey<DecorationSet>('numbers');

const decorated = (doc: Node): DecorationSet =>
  DecorationSet.create(
    doc,
    placedNumbers(doc).map(({ from, to, dial }) =>
      Decoration.inline(from, to, { nodeName: 'a', class: 'written-number', href: `tel:${dial}` }),
    ),
  );

/** Offers what can be done with the number that the caret stands in. */
function offerAtCaret(view: EditorView): boolean {
  const { state } = view;
  const { from } = state.selection;
  const number = placedNumbers(state.doc).find((one) => one.from <= from && from <= one.to);
  const parts = phoneParts.get();
  if (number === undefined || parts === undefined) return false;
  const { left, top, bottom } = view.coordsAtPos(number.from);
  parts.offer({ number: number.dial }, new DOMRect(left, top, 0, bottom - top));
  return true;
}

/** A click on a number is about it where one reads; where one writes it sets the caret, and is about the number with Ctrl or Command. */
function numbers(): Plugin<DecorationSet> {
  let isMeant = true;
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, { doc }) => decorated(doc),
      apply: (change, before) => (change.docChanged ? decorated(change.doc) : before),
    },
    view: ({ dom }) => ({ destroy: takePhoneLinks(dom, undefined, () => isMeant) }),
    props: {
      decorations: (state) => key.getState(state),
      handleKeyDown: (view, event) => {
        if (event.key !== 'Enter' || !event.altKey || event.ctrlKey || event.metaKey) return false;
        return offerAtCaret(view);
      },
      handleDOMEvents: {
        mousedown: (view, event) => {
          isMeant = !view.editable || !view.hasFocus() || event.ctrlKey || event.metaKey;
          const isNumber = event.target instanceof Element && event.target.closest('.written-number') !== null;
          // A text that is read is not written in by this, and no keyboard comes.
          if (isNumber && isMeant) event.preventDefault();
          return false;
        },
      },
    },
  });
}

/** Phone numbers in a text are links to what can be done with them. They are not of the text: who saves it saves no links. */
export const PhoneNumbers = Extension.create({
  name: 'phoneNumbers',
  addProseMirrorPlugins: () => [numbers()],
});
