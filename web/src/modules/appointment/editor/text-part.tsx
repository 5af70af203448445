import './editor.css';
import { useEffect, useRef } from 'react';
import { isBlankDocument } from '../../../editor/document.ts';
import {
  EMPTY,
  NoteEditor,
  docOfHtml,
  htmlOfDoc,
  type NoteHandle,
  type NotePerson,
  type NoteRecords,
} from '../../../editor/index.ts';
import { useTexts } from '../../../shell/index.ts';
import { editorTexts } from './texts.ts';

/** Pictures come into texts of items that are there, and none of these has any. */
const noPicture = () => Promise.resolve(undefined);

/** The text of an appointment, as HTML. What comes from elsewhere, as from another type, is put in where it is another than what was typed. */
export function TextPart({
  html,
  people,
  records,
  readOnly,
  onChange,
  onKey,
}: {
  html: string;
  people: readonly NotePerson[];
  records?: NoteRecords;
  readOnly: boolean;
  onChange: (html: string) => void;
  onKey: (event: KeyboardEvent) => boolean;
}) {
  const t = useTexts(editorTexts);
  const editor = useRef<NoteHandle>(null);
  /** What stands in the editor. */
  const last = useRef('');
  useEffect(() => {
    if (html === last.current) return;
    last.current = html;
    void docOfHtml(html).then((doc) => {
      if (last.current === html) editor.current?.change(() => doc);
    });
  }, [html]);
  return (
    <div className="appointment-text">
      <NoteEditor
        ref={editor}
        content={EMPTY}
        label={t.text}
        placeholder={t.textPlaceholder}
        people={people}
        {...(records === undefined ? {} : { records })}
        pictureAddress={noPicture}
        readOnly={readOnly}
        onChange={(doc) => {
          const next = isBlankDocument(doc) ? '' : htmlOfDoc(doc);
          last.current = next;
          onChange(next);
        }}
        onKey={onKey}
      />
    </div>
  );
}
