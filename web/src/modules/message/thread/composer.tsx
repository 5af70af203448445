import { MAX_MESSAGE_TEXT, type MessageDetail, type MessageText } from '@kontor/contract/message';
import { useImperativeHandle, useRef, useState, type MouseEvent, type Ref } from 'react';
import { isBlankDocument } from '../../../editor/document.ts';
import {
  EMPTY,
  NoteEditor,
  isEnterForOffer,
  htmlOfDoc,
  textOfDoc,
  type NoteHandle,
  type NotePerson,
  type NoteRecords,
  type WrittenNode,
} from '../../../editor/index.ts';
import { nameOfKey, useLanguage, useSettings, useSplit, useTexts } from '../../../shell/index.ts';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { fileTexts } from '../files/texts.ts';
import { useAddingFiles } from '../files/use-adding-files.ts';
import { FileField, WrittenFiles } from '../files/written-files.tsx';
import { keyOf, type WrittenFile } from '../files/written.ts';
import { wordsOfText } from './html.tsx';
import { LaterDialog } from './later-dialog.tsx';
import type { Said } from './said.ts';
import { useThreadDraft } from './use-thread-draft.ts';

/** Leaves the focus in the text: without it a phone shows its menu again, and the button is gone from under the finger. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** There are no pictures in messages. */
export const noPicture = () => Promise.resolve(undefined);

/**
 * Ctrl+Enter sends, Ctrl+Shift+Enter sends and is done; where the person has it so, Enter by itself sends, too, and Shift+Enter makes a line.
 * True where one of them was pressed. `enter`: what it does by itself.
 */
export function sendingKey(
  event: globalThis.KeyboardEvent,
  send: (isDone: boolean) => void,
  enter: ReturnType<typeof useSettings>['messageEnter'] = 'line',
): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.altKey) return false;
  const isForced = event.ctrlKey || event.metaKey;
  if (!isForced && (enter === 'line' || event.shiftKey || isEnterForOffer())) return false;
  event.preventDefault();
  // Elsewhere it opens a tab.
  event.stopPropagation();
  send(isForced && event.shiftKey);
  return true;
}

/** What is written in the thread: one line at first. It is kept on the device and by the server until it is sent. */
export function Composer({
  details,
  draftId,
  people,
  records,
  answered,
  answeredIsOwn,
  onNotAnswering,
  onSay,
  onEditLast,
  ref,
}: {
  details: MessageDetail;
  draftId: string;
  people: readonly NotePerson[];
  records: NoteRecords;
  /** The text that is answered. */
  answered: MessageText | undefined;
  answeredIsOwn: boolean;
  onNotAnswering: () => void;
  onSay: (said: Said) => void;
  /** Edits what the person has said last; false where they cannot. */
  onEditLast: () => boolean;
  ref: Ref<{ readonly focus: () => void }>;
}) {
  const t = useTexts(texts);
  const { messageEnter: enter } = useSettings();
  const editor = useRef<NoteHandle>(null);
  const doc = useRef<WrittenNode>(EMPTY);
  const [files, setFiles] = useState<readonly WrittenFile[]>([]);
  const [isBlank, setBlank] = useState(true);
  const isEmpty = isBlank && files.length === 0;
  const [hasTools, setTools] = useState(false);
  const [isTooLong, setTooLong] = useState(false);
  const put = (next: WrittenNode): void => {
    doc.current = next;
    setBlank(isBlankDocument(next));
  };
  const draft = useThreadDraft(details, draftId, (found) => {
    put(found.doc);
    setFiles(found.files);
    editor.current?.change(() => found.doc);
  });
  useImperativeHandle(ref, () => ({ focus: () => editor.current?.focus() }));
  const write = (next: WrittenNode): void => {
    put(next);
    setTooLong(false);
    draft.write({ doc: next, files });
  };
  const change = (next: readonly WrittenFile[]): void => {
    setFiles(next);
    draft.write({ doc: doc.current, files: next });
  };
  const adding = useAddingFiles(files, (more) => change([...files, ...more]));
  const send = (isDone: boolean, sendAt: string | null = null): void => {
    const html = htmlOfDoc(doc.current);
    const words = textOfDoc(doc.current).trim();
    if (html.length > MAX_MESSAGE_TEXT) return setTooLong(true);
    editor.current?.focus();
    if (words === '' && files.length === 0) return undefined;
    onSay({ html: words === '' ? '' : html, words: words.replaceAll(/\s+/g, ' '), files, isDone, sendAt });
    draft.end();
    setFiles([]);
    put(EMPTY);
    editor.current?.change(() => EMPTY);
    return undefined;
  };
  const name = answeredIsOwn ? t.own : answered?.sendByName || t.somebody;
  return (
    <div className="message-composer message-written" data-tools={hasTools} {...adding.taking}>
      {answered === undefined ? null : (
        <p className="message-answered">
          <span className="message-quote">
            <strong>{name}</strong> <span>{wordsOfText(answered)}</span>
          </span>
          <IconButton icon="x" label={t.notAnswering} onClick={onNotAnswering} />
        </p>
      )}
      <NoteEditor
        ref={editor}
        content={EMPTY}
        label={answered === undefined ? t.editor : t.answerTo(name)}
        placeholder={t.placeholder}
        people={people}
        records={records}
        pictureAddress={noPicture}
        onChange={write}
        onKey={(event) => {
          if (event.key === 'Escape' && answered !== undefined) {
            onNotAnswering();
            event.stopPropagation();
            return true;
          }
          if (event.key === 'ArrowUp' && isBlankDocument(doc.current) && onEditLast()) return true;
          return sendingKey(event, send, enter);
        }}
      />
      {isTooLong ? (
        <p className="fault" role="alert">
          {t.tooLong}
        </p>
      ) : null}
      <WrittenFiles files={files} onRemove={(file) => change(files.filter((one) => keyOf(one) !== keyOf(file)))} />
      <FileField chooser={adding.chooser} onChosen={adding.add} />
      <Ways
        isEmpty={isEmpty}
        hasTools={hasTools}
        onSend={send}
        onFiles={() => adding.chooser.current?.click()}
        onTools={() => setTools(!hasTools)}
      />
    </div>
  );
}

/** Ways to send what is written, and what it looks like. */
function Ways({
  isEmpty,
  hasTools,
  onSend,
  onFiles,
  onTools,
}: {
  isEmpty: boolean;
  hasTools: boolean;
  onSend: (isDone: boolean, sendAt?: string) => void;
  onFiles: () => void;
  onTools: () => void;
}) {
  const t = useTexts(texts);
  const f = useTexts(fileTexts);
  const [isChoosing, setChoosing] = useState(false);
  const language = useLanguage();
  const isSplit = useSplit();
  return (
    <footer>
      <Button
        kind="primary"
        aria-disabled={isEmpty}
        aria-keyshortcuts="Control+Enter"
        title={`${t.send} (${nameOfKey('Ctrl+Enter', language)})`}
        onMouseDown={keepFocus}
        onClick={() => onSend(false)}
      >
        {t.send}
      </Button>
      {isSplit ? (
        <Button
          kind="plain"
          icon="check"
          aria-disabled={isEmpty}
          aria-keyshortcuts="Control+Shift+Enter"
          title={`${t.sendDone} (${nameOfKey('Ctrl+Shift+Enter', language)})`}
          onMouseDown={keepFocus}
          onClick={() => onSend(true)}
        >
          {t.sendDone}
        </Button>
      ) : (
        <IconButton
          icon="check"
          label={t.sendDone}
          aria-disabled={isEmpty}
          onMouseDown={keepFocus}
          onClick={() => onSend(true)}
        />
      )}
      <span className="grow" />
      <IconButton icon="paperclip" label={f.add} onClick={onFiles} />
      <IconButton
        icon="clock"
        label={t.later}
        aria-haspopup="dialog"
        aria-disabled={isEmpty}
        onClick={() => {
          if (!isEmpty) setChoosing(true);
        }}
      />
      <IconButton icon="text-aa" label={t.tools} aria-pressed={hasTools} onClick={onTools} />
      {isChoosing ? (
        <LaterDialog
          onClose={() => setChoosing(false)}
          onLater={(moment) => {
            setChoosing(false);
            onSend(false, moment);
          }}
        />
      ) : null}
    </footer>
  );
}
