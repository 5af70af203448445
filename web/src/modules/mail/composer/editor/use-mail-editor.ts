import { Extension, type Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, TextSelection } from '@tiptap/pm/state';
import { useState } from 'react';
import { useWritingEditor, type EditorOptions } from '../../../../editor/use-editor.ts';
import { mailExtensions } from './nodes.ts';
import { MAIL_MARKS } from './parse.ts';
import { QuotedMail, type QuoteOptions } from './quote.ts';

/** Where the text ends that stands above the signature; undefined where there is none. */
function ownEnd(doc: Node): number | undefined {
  let end: number | undefined;
  doc.forEach((node, offset) => {
    if (node.type.name === 'signature') end ??= offset;
  });
  return end === undefined || end === 0 ? undefined : end - 1;
}

/** Below all that is written one goes on with the text, not with the signature. */
const AboveSignature = Extension.create({
  name: 'aboveSignature',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleClick: (view, _position, event) => {
          const at = event.target === view.dom ? ownEnd(view.state.doc) : undefined;
          if (at === undefined) return false;
          view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at), -1)));
          return true;
        },
      },
    }),
  ],
});

/** The editor of a mail. `quote`: how a quoted mail is shown; left out where there is none, as in a signature. */
export function useMailEditor({
  quote,
  ...given
}: Omit<EditorOptions, 'extensions' | 'marks' | 'signs'> & { readonly quote?: QuoteOptions }): Editor {
  const [extensions] = useState(() => [
    ...mailExtensions(),
    quote === undefined ? QuotedMail : QuotedMail.configure(quote),
    AboveSignature,
  ]);
  return useWritingEditor({
    ...given,
    extensions,
    marks: MAIL_MARKS,
    // A template, a person, and a record.
    signs: given.onOffer === undefined ? [] : ['!', '@', '#'],
  });
}
