import type { Editor } from '@tiptap/core';
import { EditorContent } from '@tiptap/react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Draft } from '../../../client/drafts.ts';
import { useClient } from '../../../client/react.tsx';
import { useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import { Dialogs, type OpenDialog } from './dialogs.tsx';
import { useAfterSending, type Along } from './after-sending.ts';
import { BeneathBar } from './beneath-bar.tsx';
import type { WrittenNode } from '../../../editor/document.ts';
import { EditorToolbar } from '../../../editor/toolbar.tsx';
import type { Offered } from '../../../editor/triggers.ts';
import { useMailEditor } from './editor/use-mail-editor.ts';
import { Files } from './files.tsx';
import type { Frame } from './frame.ts';
import { Head } from './head.tsx';
import { MailTools } from './mail-tools.tsx';
import { Offers } from './offers.tsx';
import { oddOf, type Odd } from './odd.ts';
import { pressedOf } from './press.ts';
import { quoteGiven } from './quoting.ts';
import { refusalOf } from './reason.ts';
import { isAddress } from './receivers/parse.ts';
import { FIELDS, odditiesOf } from './receivers/rules.ts';
import { discardWriting, sendMail } from './sending.ts';
import type { Writing, WrittenFile } from './state.ts';
import { texts, type ComposerTexts } from './texts.ts';
import { Notes, WriteBar } from './write-bar.tsx';
import { OtherWriters } from '../teamwork/other-writers.tsx';
import { useAttaching, useKnownPictures } from './use-attaching.ts';
import { usePlain } from './use-plain.ts';
import { useSaving } from './use-saving.ts';
import { useFullWidth } from './use-full-width.ts';
import { useLeaving } from './use-leaving.ts';
import { useKeyboardRoom } from '../../../editor/use-keyboard-room.ts';
import { useSenders } from './use-senders.ts';
import { useWriting } from './use-writing.ts';

interface Props {
  readonly begun: Writing;
  /** Keeps what is written on this device. */
  readonly kept: Draft<Writing>;
  readonly warns: readonly (keyof ComposerTexts['warns'])[];
  readonly foundAt: number | undefined;
  readonly frame: Frame;
  /** Goes up when the person asks for it where it is shown already: the focus goes to the text. */
  readonly turn?: number;
}

interface Sending {
  /** ISO instant; null for now. */
  readonly sendAt?: string | null;
  readonly whenText?: string;
  /** What becomes of the answered mail with it. */
  readonly along?: Along | undefined;
}

/** A mail or template that is written. */
export function Composer({ begun, kept, warns, foundAt, frame, turn = 0 }: Props) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices, tabs } = useShell();
  const { isBeneath } = frame;
  const settings = useSettings();
  const { accounts, around, isWithout, askAgain } = useSenders(begun);
  const [isFound, setFound] = useState(foundAt !== undefined);
  const [fault, setFault] = useState<string>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [offered, setOffered] = useState<Offered>();
  const chooser = useRef<HTMLInputElement>(null);
  const [picks, setPicks] = useState<'file' | 'picture'>('file');
  const editorNow = useRef<Editor>(null);
  const written = useWriting(begun, kept);
  const { current, writing, envelope, change: write, note, put } = written;
  const isTemplate = envelope.kind === 'template';

  const change = useCallback(
    (part: Partial<Writing>): void => {
      write(part);
      setFault(undefined);
    },
    [write],
  );
  const saving = useSaving(current, writing, t, {
    onSaved: note,
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
  const addFiles = useAttaching(editorNow, current, change, t);
  const editor = useMailEditor({
    content: begun.doc,
    label: t.body,
    placeholder: t.placeholder,
    quote: quoteGiven(client, t, (address) => tabs.open(address, 'beside')),
    isPlain: writing.isPlain,
    onChange: (doc: WrittenNode) => change({ doc }),
    onFiles: (files, position, isAttached) => void addFiles(files, position, isAttached),
    onOffer: setOffered,
    onKey: (event) => press(event),
  });
  useEffect(() => {
    editorNow.current = editor;
  }, [editor]);
  useKnownPictures(editor);
  const setPlain = usePlain(editor, current, change, t);
  const full = useFullWidth();
  useKeyboardRoom();

  const { receiversTo, receiversCC, receiversBCC } = envelope;
  const oddity = useMemo(
    () => odditiesOf({ receiversTo, receiversCC, receiversBCC }, around),
    [receiversTo, receiversCC, receiversBCC, around],
  );
  const sentAlong = useAfterSending(writing.answer);
  const { title, isDirty, leave, finish, toTab } = useLeaving({ begun, written, saving, frame, texts: t });

  const sendNow = (sendAt: string | null, whenText: string, along: Along | undefined): void => {
    const sent = { ...current.current, ...saving.held() };
    finish(along !== undefined);
    void sendMail({
      client,
      notices,
      texts: t,
      writing: sent,
      undoSeconds: sendAt === null ? Number(settings.mailUndoSeconds) : 0,
      sendAt,
      whenText,
      along: along === undefined || sentAlong === undefined ? undefined : () => sentAlong(along),
      reopen: frame.reopen,
    });
  };
  const send = ({ sendAt = null, whenText = '', along }: Sending = {}): void => {
    const now = current.current;
    const all = FIELDS.flatMap((field) =>
      now[field].map((receiver, index) => ({ field, index, address: receiver.receiver })),
    );
    const wrong = all.find(({ address }) => !isAddress(address));
    if (all.length === 0) return setFault(t.noReceiver);
    if (wrong !== undefined) return setFault(t.invalidReceiver(wrong.address));
    const odd: readonly Odd[] = oddOf(now, {
      asksForFile: settings.mailAsksForAttachment,
      asksBeforeAll: settings.mailAsksBeforeAll,
      receivers: all.flatMap(({ field, index, address }) => {
        const found = odditiesOf(now, around)(field, index);
        return found === undefined ? [] : [{ address, oddity: found }];
      }),
    });
    if (odd.length > 0) return setDialog({ kind: 'odd', odd, send: () => sendNow(sendAt, whenText, along) });
    sendNow(sendAt, whenText, along);
  };
  const saveHere = async (): Promise<void> => {
    if (isTemplate && current.current.draftName.trim() === '') return setDialog({ kind: 'template' });
    if (await saving.save(false)) notices.show({ text: isTemplate ? t.templateSaved : t.draftSaved });
  };
  const discard = (): void => {
    const thrown = current.current;
    finish();
    void saving.ended().then((held) => discardWriting(client, notices, t, { ...thrown, ...held }, frame.reopen));
  };

  function press(event: globalThis.KeyboardEvent): boolean {
    const pressed = pressedOf(event);
    if (pressed === undefined) return false;
    switch (pressed.kind) {
      case 'field':
        setFocusOn(pressed.field);
        break;
      case 'send':
        if (isTemplate) void saveHere();
        else send({ along: pressed.isDone ? 'done' : undefined });
        break;
      case 'save':
        void saveHere();
        break;
      case 'discard':
        discard();
        break;
      case 'wide':
        if (isBeneath) toTab();
        else full.toggle();
        break;
      case 'leave':
        if (offered !== undefined || dialog !== undefined) return false;
        leave();
    }
    event.preventDefault();
    return true;
  }
  const [focusOn, setFocusOn] = useState<string>();
  const [isFormatting, setFormatting] = useState(false);
  const firstTurn = useRef(turn);
  useEffect(() => {
    if (turn !== firstTurn.current) editorNow.current?.commands.focus();
  }, [turn]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && press(event.nativeEvent)) event.stopPropagation();
  };
  const pick = (what: 'file' | 'picture'): void => {
    setPicks(what);
    requestAnimationFrame(() => chooser.current?.click());
  };

  // What is around the text is drawn with the envelope: a letter in the text finds it as it was.
  const acts = useSteady({
    leave,
    discard,
    discardFound: () => {
      setFound(false);
      discard();
    },
    attach: () => pick('file'),
    attachMail: () => setDialog({ kind: 'mail' }),
    attachDocument: () => setDialog({ kind: 'document' }),
    pickPicture: () => pick('picture'),
    later: () => setDialog({ kind: 'later' }),
    formatting: () => setFormatting((now) => !now),
    save: () => void saveHere(),
    asTemplate: () => setDialog({ kind: 'template' }),
    send: () => (isTemplate ? void saveHere() : send()),
    sendAnd: (along: Along) => send({ along }),
    toTab,
    focused: () => setFocusOn(undefined),
    removeFile: (file: WrittenFile) => {
      change({ files: current.current.files.filter(({ key }) => key !== file.key) });
      if (file.uploadId !== undefined) void client.uploads().then((uploads) => uploads.release([file.uploadId ?? '']));
    },
  });
  const tools = useMemo(
    () => <MailTools editor={editor} accounts={accounts} writing={envelope} onChange={change} onPlain={setPlain} />,
    [editor, accounts, envelope, change, setPlain],
  );

  const beneath = useMemo(
    () => (isBeneath ? { onTab: acts.toTab, onClose: acts.leave } : undefined),
    [isBeneath, acts],
  );

  const ofWriting = {
    onChange: change,
    onPlain: setPlain,
    onAttach: acts.attach,
    onAttachMail: acts.attachMail,
    onAttachDocument: acts.attachDocument,
    onLater: acts.later,
    onDiscard: acts.discard,
    onSave: acts.save,
    onTemplate: acts.asTemplate,
    onSend: acts.send,
  };
  const toolbar = (
    <EditorToolbar editor={editor} isPlain={envelope.isPlain} onPicture={acts.pickPicture}>
      {tools}
    </EditorToolbar>
  );
  return (
    <section className="write" aria-label={title} onKeyDown={onKeyDown}>
      {isBeneath ? null : (
        <WriteBar writing={envelope} saving={saving} full={full} onClose={acts.leave} {...ofWriting} />
      )}
      <div className="write-scroll" data-scrolls={isBeneath ? undefined : true}>
        <OtherWriters
          writing={envelope}
          draftId={saving.draftId}
          isTouched={isDirty || saving.savedAt !== undefined}
          isWarned={warns.includes('claimedByOther')}
        />
        <Notes
          foundAt={isFound ? foundAt : undefined}
          warns={warns}
          refused={saving.refused === undefined ? undefined : refusalOf(t, saving.refused, envelope.files)}
          isWithoutSender={isWithout && !isTemplate}
          onAskAgain={askAgain}
          onDiscard={acts.discardFound}
        />
        <Head
          envelope={envelope}
          accounts={accounts}
          oddity={oddity}
          fault={fault}
          focusOn={focusOn}
          onFocused={acts.focused}
          onChange={change}
          isNew={begun.answer === null}
          editor={editor}
          beneath={beneath}
        />
        {isBeneath ? null : toolbar}
        <EditorContent editor={editor} className="write-text" data-plain={envelope.isPlain} />
        <Files
          files={envelope.files}
          most={accounts?.mostBytes}
          onAdd={acts.attach}
          onAddMail={acts.attachMail}
          onAddDocument={acts.attachDocument}
          onRemove={acts.removeFile}
        />
      </div>
      {isBeneath ? (
        <>
          {isFormatting ? toolbar : null}
          <BeneathBar
            writing={envelope}
            saving={saving}
            isFormatting={isFormatting}
            onFormatting={acts.formatting}
            onSendAnd={acts.sendAnd}
            {...ofWriting}
          />
        </>
      ) : null}
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        {...(picks === 'picture' ? { accept: 'image/*' } : {})}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void addFiles(files, undefined, picks === 'file');
        }}
      />
      {offered === undefined ? null : (
        <Offers
          offered={offered}
          editor={editor}
          accounts={accounts}
          writing={writing}
          onChange={change}
          onClose={() => setOffered(undefined)}
        />
      )}
      <Dialogs
        dialog={dialog}
        writing={writing}
        onClose={() => setDialog(undefined)}
        onLater={(moment, words) => send({ sendAt: moment, whenText: words })}
        onChange={change}
        onAttach={(files) => change({ files: [...current.current.files, ...files] })}
      />
    </section>
  );
}
