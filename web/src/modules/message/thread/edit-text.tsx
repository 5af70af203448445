import { MAX_MESSAGE_TEXT, type MessageText } from '@kontor/contract/message';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDraft } from '../../../client/use-draft.ts';
import {
  EMPTY,
  NoteEditor,
  docOfHtml,
  htmlOfDoc,
  textOfDoc,
  type NoteHandle,
  type NotePerson,
  type NoteRecords,
  type WrittenNode,
} from '../../../editor/index.ts';
import { nameOfKey, useLanguage, useTexts } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { keepFocus, noPicture, sendingKey } from './composer.tsx';

/** A text of the person's own while it is changed, in its place. What is written is kept on the device until it is saved or left. */
export function EditText({
  text,
  draftId,
  html,
  people,
  records,
  onSave,
  onClose,
}: {
  text: MessageText;
  draftId: string;
  /** What it begins with. */
  html: string;
  people: readonly NotePerson[];
  records: NoteRecords;
  onSave: (html: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const editor = useRef<NoteHandle>(null);
  const doc = useRef<WrittenNode>(EMPTY);
  const isWritten = useRef(false);
  const [fault, setFault] = useState<string>();
  const put = (found: WrittenNode): void => {
    doc.current = found;
    editor.current?.change(() => found);
  };
  const draft = useDraft<WrittenNode>('message', `${draftId} edit ${text.no}`, (found) => {
    isWritten.current = true;
    put(found);
  });
  const begin = useEffectEvent((): void => {
    editor.current?.focus();
    void docOfHtml(html).then((found) => {
      if (!isWritten.current) put(found);
    });
  });
  // What it began with stays what it is while it is changed.
  useEffect(() => begin(), []);
  const write = (next: WrittenNode): void => {
    isWritten.current = true;
    doc.current = next;
    setFault(undefined);
    draft.save(next);
  };
  const leave = (): void => {
    draft.discard();
    onClose();
  };
  const save = (): void => {
    const next = htmlOfDoc(doc.current);
    if (textOfDoc(doc.current).trim() === '') return setFault(t.editEmpty);
    if (next.length > MAX_MESSAGE_TEXT) return setFault(t.tooLong);
    if (next !== text.message) onSave(next);
    return leave();
  };
  return (
    <div className="message-edit message-written">
      <NoteEditor
        ref={editor}
        content={EMPTY}
        label={t.editLabel}
        placeholder={t.placeholder}
        people={people}
        records={records}
        pictureAddress={noPicture}
        onChange={write}
        onKey={(event) => {
          if (event.key !== 'Escape') return sendingKey(event, save);
          event.stopPropagation();
          leave();
          return true;
        }}
      />
      <FaultNote text={fault} />
      <footer>
        <Button
          kind="primary"
          title={`${t.save} (${nameOfKey('Ctrl+Enter', language)})`}
          onMouseDown={keepFocus}
          onClick={save}
        >
          {t.save}
        </Button>
        <Button kind="plain" onClick={leave}>
          {t.cancel}
        </Button>
      </footer>
    </div>
  );
}
