import { useCallback, useState } from 'react';
import type { Draft } from '../../../client/drafts.ts';
import { useClient } from '../../../client/react.tsx';
import type { Offered } from '../../../editor/triggers.ts';
import { useKeyboardRoom } from '../../../editor/use-keyboard-room.ts';
import { useTexts } from '../../../shell/index.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import type { Along } from './after-sending.ts';
import type { OpenDialog } from './dialogs.tsx';
import { useFileChooser } from './file-chooser.tsx';
import type { Frame } from './frame.ts';
import { doPressed } from './press.ts';
import type { Writing, WrittenFile } from './state.ts';
import { texts } from './texts.ts';
import { useFullWidth } from './use-full-width.ts';
import { useLeaving } from './use-leaving.ts';
import { useSenders } from './use-senders.ts';
import { useSending } from './use-sending.ts';
import { useTextEditor } from './use-text-editor.ts';
import { useWriting } from './use-writing.ts';

interface Options {
  readonly begun: Writing;
  /** Keeps what is written on this device. */
  readonly kept: Draft<Writing>;
  /** When a draft was found again that was left, in milliseconds since 1970. */
  readonly foundAt: number | undefined;
  readonly frame: Frame;
  /** Goes up when the focus is to go to the text. */
  readonly turn: number;
}

/** A mail or template while it is written: what it is made of, what is open over it, and what its buttons and keys do. */
export function useComposing({ begun, kept, foundAt, frame, turn }: Options) {
  const t = useTexts(texts);
  const client = useClient();
  const [isFound, setFound] = useState(foundAt !== undefined);
  const [fault, setFault] = useState<string>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [offered, setOffered] = useState<Offered>();
  const [focusOn, setFocusOn] = useState<string>();
  const [isFormatting, setFormatting] = useState(false);
  const written = useWriting(begun, kept);
  const { current, envelope, change: write } = written;
  const senders = useSenders(begun, envelope);
  const isTemplate = envelope.kind === 'template';

  const change = useCallback(
    (part: Partial<Writing>): void => {
      write(part);
      setFault(undefined);
    },
    [write],
  );
  const { editor, saving, addFiles, setPlain } = useTextEditor({
    begun,
    written,
    turn,
    texts: t,
    onChange: change,
    onOffer: setOffered,
    onKey: (event) => press(event),
  });
  const full = useFullWidth();
  useKeyboardRoom();
  const choosing = useFileChooser();
  const { title, isDirty, leave, finish, toTab } = useLeaving({ begun, written, saving, frame, texts: t });
  const { send, saveHere, discard } = useSending({
    written,
    saving,
    around: senders.around,
    frame,
    texts: t,
    finish,
    onFault: setFault,
    onDialog: setDialog,
  });

  function press(event: KeyboardEvent): boolean {
    return doPressed(event, {
      field: setFocusOn,
      send: (isDone) => (isTemplate ? void saveHere() : send({ along: isDone ? 'done' : undefined })),
      save: () => void saveHere(),
      discard,
      wide: () => (frame.isBeneath ? toTab() : full.toggle()),
      leave: () => {
        if (offered !== undefined || dialog !== undefined) return false;
        leave();
        return true;
      },
    });
  }
  // What is around the text is drawn with the envelope: a letter in the text finds it as it was.
  const acts = useSteady({
    leave,
    discard,
    discardFound: () => {
      setFound(false);
      discard();
    },
    attach: () => choosing.pick('file'),
    attachMail: () => setDialog({ kind: 'mail' }),
    attachDocument: () => setDialog({ kind: 'document' }),
    pickPicture: () => choosing.pick('picture'),
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
  return {
    title,
    written,
    senders,
    editor,
    saving,
    full,
    choosing,
    acts,
    isDirty,
    isFormatting,
    fault,
    focusOn,
    dialog,
    offered,
    foundAt: isFound ? foundAt : undefined,
    press,
    change,
    setPlain,
    addFiles,
    sendLater: (sendAt: string, whenText: string) => send({ sendAt, whenText }),
    closeDialog: () => setDialog(undefined),
    closeOffers: () => setOffered(undefined),
  };
}
