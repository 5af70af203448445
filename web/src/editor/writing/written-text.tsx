import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { CoEdit } from '../co-edit.ts';
import type { WrittenNode } from '../document.ts';
import { mergeTexts } from '../merge.ts';
import { NoteEditor, type NoteEditorProps, type NoteHandle } from '../note/note-editor.tsx';

type Props = Pick<
  NoteEditorProps,
  'label' | 'placeholder' | 'people' | 'records' | 'onPicture' | 'pictureAddress' | 'readOnly' | 'onKey'
>;

/**
 * The text of an edit that several write in. What others have written comes in while one types; an input method that puts a letter together
 * is waited for, and what is typed meanwhile is brought together with it.
 */
export function WrittenText<F extends { readonly doc: WrittenNode }>({
  edit,
  taken,
  handle,
  ...props
}: Props & {
  edit: CoEdit<F>;
  /** Of what is shown of the edit. */
  taken: number;
  handle: Ref<NoteHandle>;
}) {
  const own = useRef<NoteHandle>(null);
  const [begun] = useState(() => edit.shown.get().fields.doc);
  /** What the editor has, as it was told to this edit. */
  const last = useRef(begun);
  const seen = useRef(taken);
  useImperativeHandle(handle, () => ({
    change: (make) => own.current?.change(make),
    focus: () => own.current?.focus(),
  }));
  useEffect(() => {
    if (seen.current === taken) return;
    seen.current = taken;
    own.current?.change(() => {
      last.current = edit.shown.get().fields.doc;
      return last.current;
    });
  }, [edit, taken]);
  const change = (doc: WrittenNode): void => {
    const from = last.current;
    last.current = doc;
    edit.write((fields) => ({ ...fields, doc: fields.doc === from ? doc : mergeTexts(from, doc, fields.doc).doc }));
  };
  return <NoteEditor {...props} ref={own} content={begun} onChange={change} />;
}
