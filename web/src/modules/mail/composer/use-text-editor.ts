import type { Editor } from '@tiptap/core';
import { useEffect, useRef } from 'react';
import { useClient } from '../../../client/react.tsx';
import type { WrittenNode } from '../../../editor/document.ts';
import type { Offered } from '../../../editor/triggers.ts';
import { useShell } from '../../../shell/index.ts';
import { useMailEditor } from './editor/use-mail-editor.ts';
import { quoteGiven } from './quoting.ts';
import type { Writing } from './state.ts';
import type { ComposerTexts } from './texts.ts';
import { useAttaching, useKnownPictures } from './use-attaching.ts';
import { usePlain } from './use-plain.ts';
import { useSaving } from './use-saving.ts';
import type { Written } from './use-writing.ts';

interface Options {
  /** As it began. */
  readonly begun: Writing;
  readonly written: Written;
  /** Goes up when the focus is to go to the text. */
  readonly turn: number;
  readonly texts: ComposerTexts;
  readonly onChange: (part: Partial<Writing>) => void;
  readonly onOffer: (offered: Offered | undefined) => void;
  /** Keys of the page; true where one did something. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** The text of a mail in its editor, with files and pictures: saved while it is written, and joined with what others save meanwhile. */
export function useTextEditor({ begun, written, turn, texts: t, onChange, onOffer, onKey }: Options) {
  const client = useClient();
  const { notices, tabs } = useShell();
  const editorNow = useRef<Editor>(null);
  const { current, writing, hold, put } = written;
  const saving = useSaving(current, writing, t, {
    onSaved: hold,
    onMerged: (both, by, isClean) => {
      put(both);
      const editor = editorNow.current;
      if (editor !== null && JSON.stringify(editor.getJSON()) !== JSON.stringify(both.doc)) {
        const { from } = editor.state.selection;
        editor.commands.setContent(both.doc as Parameters<Editor['commands']['setContent']>[0], { emitUpdate: false });
        editor.commands.setTextSelection(Math.min(from, editor.state.doc.content.size));
      }
      notices.show({ text: isClean ? t.merged(by || t.elsewhere) : t.mergedBoth(by || t.elsewhere) });
    },
  });
  const addFiles = useAttaching(editorNow, current, onChange, t);
  const editor = useMailEditor({
    content: begun.doc,
    label: t.body,
    placeholder: t.placeholder,
    quote: quoteGiven(client, t, (address) => tabs.open(address, 'beside')),
    isPlain: writing.isPlain,
    onChange: (doc: WrittenNode) => onChange({ doc }),
    onFiles: (files, position, isAttached) => void addFiles(files, position, isAttached),
    onOffer,
    onKey,
  });
  useEffect(() => {
    editorNow.current = editor;
  }, [editor]);
  useKnownPictures(editor);
  const setPlain = usePlain(editor, current, onChange, t);
  const firstTurn = useRef(turn);
  useEffect(() => {
    if (turn !== firstTurn.current) editorNow.current?.commands.focus();
  }, [turn]);
  return { editor, saving, addFiles, setPlain };
}
