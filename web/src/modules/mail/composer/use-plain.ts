import type { Editor, JSONContent } from '@tiptap/core';
import { useCallback, useRef, type RefObject } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useShell } from '../../../shell/index.ts';
import type { WrittenNode } from '../../../editor/document.ts';
import { toPlain, withQuoteText } from './editor/plain.ts';
import { quoteTextOf } from './quoting.ts';
import type { Writing } from './state.ts';
import type { ComposerTexts } from './texts.ts';

/** Makes a mail one of text alone, and back. As long as nothing was changed, it comes back with its looks. */
export function usePlain(
  editor: Editor,
  current: RefObject<Writing>,
  change: (part: Partial<Writing>) => void,
  t: ComposerTexts,
): (isPlain: boolean) => void {
  const client = useClient();
  const { notices } = useShell();
  const before = useRef<{ readonly plain: string; readonly doc: WrittenNode }>(undefined);
  return useCallback(
    (isPlain) => {
      if (isPlain === current.current.isPlain) return;
      const put = (doc: WrittenNode): WrittenNode => {
        editor.commands.setContent(doc as JSONContent, { emitUpdate: false });
        const made = editor.getJSON() as WrittenNode;
        change({ isPlain, doc: made });
        return made;
      };
      const { doc } = current.current;
      if (!isPlain) {
        const known = before.current;
        put(known !== undefined && JSON.stringify(doc) === known.plain ? known.doc : doc);
        return;
      }
      withQuoteText(doc, (aggregateId, html) => quoteTextOf(client, aggregateId, html)).then(
        (whole) => {
          before.current = { plain: JSON.stringify(put(toPlain(whole))), doc };
        },
        () => notices.show({ text: t.quoteFailed, tone: 'fault' }),
      );
    },
    [editor, current, change, client, notices, t],
  );
}
