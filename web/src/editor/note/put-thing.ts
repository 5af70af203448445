import type { Editor } from '@tiptap/core';
import type { Offered } from '../triggers.ts';

/** Puts one thing among the words in the place of a sign and what was typed behind it, with a blank to go on behind. */
export const putThing = (
  editor: Editor,
  { range }: Offered,
  type: 'mention' | 'record',
  attrs: Readonly<Record<string, string | number>>,
): void =>
  void editor
    .chain()
    .focus()
    .insertContentAt(range, [
      { type, attrs },
      { type: 'text', text: ' ' },
    ])
    .run();
