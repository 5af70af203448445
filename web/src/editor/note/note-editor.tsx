import '../editor.css';
import './note.css';
import type { Editor } from '@tiptap/core';
import { Node as DocumentNode } from '@tiptap/pm/model';
import { EditorContent, useEditorState } from '@tiptap/react';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { useTexts } from '../../shell/index.ts';
import { IconButton } from '../../ui/parts.tsx';
import { useSteady } from '../../ui/use-steady.ts';
import type { WrittenNode } from '../document.ts';
import { replaceDocument } from '../replace.ts';
import { EditorToolbar } from '../toolbar.tsx';
import type { Offered } from '../triggers.ts';
import { useWritingEditor } from '../use-editor.ts';
import { useKeyboardRoom } from '../use-keyboard-room.ts';
import { NOTE_MARKS } from './html.ts';
import { MentionDots, createMentions } from './mentions.tsx';
import { noteExtensions } from './nodes.ts';
import { PhoneNumbers } from './numbers.ts';
import { noteTexts } from './note-texts.ts';
import { People, type NotePerson } from './people.tsx';
import { putThing } from './put-thing.ts';
import { Templates } from './templates.tsx';
import { usePuttingPictures, useShownPictures, type PictureAddress } from './use-pictures.ts';

/** What a page does with a text that is written, beside what its properties say. */
export interface NoteHandle {
  /**
   * Puts in what others have written, and says nothing by `onChange`. `make` is given the text as it is here, and may be called later:
   * while an input method puts a letter together nothing is changed.
   */
  readonly change: (make: (now: WrittenNode) => WrittenNode) => void;
  readonly focus: () => void;
}

/** What is offered beneath a `#`. `put` names a record in its place, by its kind and number as `1-7`, and its title. */
export interface RecordOffer {
  readonly offered: Offered;
  readonly field: HTMLElement;
  readonly put: (key: string, title: string) => void;
  readonly onClose: () => void;
}

/** How a text has to do with records. */
export interface NoteRecords {
  /** Draws what is offered; left out for who may see none. */
  readonly offer?: (given: RecordOffer) => ReactNode;
  readonly open: (key: string) => void;
}

export interface NoteEditorProps {
  /** What it begins with; what comes later comes by `change`. */
  readonly content: WrittenNode;
  readonly label: string;
  readonly placeholder: string;
  /** Who can be mentioned. */
  readonly people: readonly NotePerson[];
  /** Left out where there are none, and none is opened. */
  readonly records?: NoteRecords;
  readonly onChange: (doc: WrittenNode) => void;
  /** Uploads a picture and answers the name of the upload; undefined where it failed. Left out where there can be no pictures. */
  readonly onPicture?: (file: File) => Promise<string | undefined>;
  readonly pictureAddress: PictureAddress;
  readonly readOnly?: boolean;
  /** Keys of the page, also from within the text; true where one did something. */
  readonly onKey?: (event: globalThis.KeyboardEvent) => boolean;
  readonly ref?: Ref<NoteHandle>;
}

/** Changes of others, one after the other, none of them while an input method is at work. */
function useChanges(editor: Editor): NoteHandle['change'] {
  const waiting = useRef<Parameters<NoteHandle['change']>[0][]>([]);
  const settle = (): void => {
    if (editor.isDestroyed || editor.view.composing) return;
    for (const make of waiting.current.splice(0)) {
      const next = DocumentNode.fromJSON(editor.schema, make(editor.getJSON() as WrittenNode));
      const change = replaceDocument(editor.state, next);
      if (change !== undefined) editor.view.dispatch(change);
    }
  };
  useEffect(() => {
    const { dom } = editor.view;
    // The editor itself ends a composition a moment later.
    const later = (): void => void setTimeout(settle, 60);
    dom.addEventListener('compositionend', later);
    return () => dom.removeEventListener('compositionend', later);
  });
  return (make) => {
    waiting.current.push(make);
    settle();
  };
}

function TaskButton({ editor }: { editor: Editor }) {
  const t = useTexts(noteTexts);
  const isOn = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('taskList') });
  return (
    <IconButton
      icon="check-square"
      label={t.tasks}
      aria-pressed={isOn}
      onClick={() => editor.chain().focus().toggleTaskList().run()}
    />
  );
}

/** The text of a task, note or memo: written, or read where `readOnly` says so. Alt+F10 leads to its tools, Escape back. */
export function NoteEditor({
  content,
  label,
  placeholder,
  people,
  records,
  onChange,
  onPicture,
  pictureAddress,
  readOnly = false,
  onKey,
  ref,
}: NoteEditorProps) {
  const t = useTexts(noteTexts);
  const whole = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const editorNow = useRef<Editor>(null);
  const [offered, setOffered] = useState<Offered>();
  const [isWritten, setWritten] = useState(false);
  const put = usePuttingPictures(editorNow, onPicture);
  const { openRecord } = useSteady({ openRecord: (key: string) => records?.open(key) });
  const [mentions] = useState(createMentions);
  const [extensions] = useState(() => [
    ...noteExtensions({ taskLabel: t.task, openRecord, atMention: mentions.at }),
    PhoneNumbers,
  ]);
  const editor = useWritingEditor({
    content,
    label,
    placeholder,
    extensions,
    marks: NOTE_MARKS,
    isReadOnly: readOnly,
    onChange,
    onFiles: (files, position) => void put(files, position),
    signs: ['@', '#', '!'],
    onOffer: setOffered,
    onKey: (event) => {
      if (event.key !== 'F10' || !event.altKey) return onKey?.(event) ?? false;
      whole.current?.querySelector<HTMLElement>('[role=toolbar] button:not(:disabled)')?.focus();
      event.preventDefault();
      return true;
    },
  });
  useEffect(() => {
    editorNow.current = editor;
  }, [editor]);
  useShownPictures(editor, pictureAddress);
  useKeyboardRoom(isWritten && !readOnly);
  const change = useChanges(editor);
  useImperativeHandle(ref, () => ({ change, focus: () => editor.view.focus() }));

  const onKeyDown = (event: KeyboardEvent): void => {
    const isTool = event.target instanceof Element && event.target.closest('[role=toolbar]') !== null;
    if (event.key !== 'Escape' || !isTool || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    editor.commands.focus();
  };
  return (
    <div
      ref={whole}
      className="note-editor"
      role="group"
      aria-label={label}
      data-readonly={readOnly}
      onKeyDown={onKeyDown}
      onFocus={() => setWritten(true)}
      onBlur={(event) => setWritten(event.currentTarget.contains(event.relatedTarget))}
    >
      {readOnly ? null : (
        <EditorToolbar
          editor={editor}
          {...(onPicture === undefined ? {} : { onPicture: () => chooser.current?.click() })}
        >
          <TaskButton editor={editor} />
        </EditorToolbar>
      )}
      <EditorContent editor={editor} className="note-text" />
      <MentionDots mentions={mentions} />
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void put(files);
        }}
      />
      {offered === undefined || readOnly ? null : (
        <Offers
          offered={offered}
          editor={editor}
          people={people}
          records={records}
          onClose={() => setOffered(undefined)}
        />
      )}
    </div>
  );
}

/** What the sign that is typed may stand for. */
function Offers({ records, ...given }: Parameters<typeof People>[0] & { records: NoteRecords | undefined }) {
  const { offered, editor, onClose } = given;
  if (offered.sign === '@') return <People {...given} />;
  if (offered.sign === '!') return <Templates {...given} />;
  return records?.offer?.({
    offered,
    field: editor.view.dom,
    put: (key, label) => putThing(editor, offered, 'record', { key, label }),
    onClose,
  });
}
