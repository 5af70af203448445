import { useMemo, type KeyboardEvent } from 'react';
import type { Draft } from '../../../client/drafts.ts';
import { Dialogs } from './dialogs.tsx';
import { BeneathBar } from './beneath-bar.tsx';
import { EditorToolbar } from '../../../editor/toolbar.tsx';
import { FileChooser } from './file-chooser.tsx';
import type { Frame } from './frame.ts';
import { MailTools } from './mail-tools.tsx';
import { Offers } from './offers.tsx';
import { Sheet } from './sheet.tsx';
import type { Writing } from './state.ts';
import type { ComposerTexts } from './texts.ts';
import { WriteBar, type OfWriting } from './write-bar.tsx';
import { useComposing } from './use-composing.ts';

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

/** A mail or template that is written. */
export function Composer({ begun, kept, warns, foundAt, frame, turn = 0 }: Props) {
  const { isBeneath } = frame;
  const composing = useComposing({ begun, kept, foundAt, frame, turn });
  const { written, senders, editor, saving, acts, change, setPlain } = composing;
  const { current, writing, envelope } = written;
  const { accounts } = senders;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && composing.press(event.nativeEvent)) event.stopPropagation();
  };
  const tools = useMemo(
    () => <MailTools editor={editor} accounts={accounts} writing={envelope} onChange={change} onPlain={setPlain} />,
    [editor, accounts, envelope, change, setPlain],
  );
  const beneath = useMemo(
    () => (isBeneath ? { onTab: acts.toTab, onClose: acts.leave } : undefined),
    [isBeneath, acts],
  );
  const ofWriting: OfWriting = {
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
    <section className="write" aria-label={composing.title} onKeyDown={onKeyDown}>
      {isBeneath ? null : (
        <WriteBar writing={envelope} saving={saving} full={composing.full} onClose={acts.leave} {...ofWriting} />
      )}
      <Sheet
        envelope={envelope}
        senders={senders}
        saving={saving}
        editor={editor}
        foundAt={composing.foundAt}
        warns={warns}
        fault={composing.fault}
        focusOn={composing.focusOn}
        isNew={begun.answer === null}
        isDirty={composing.isDirty}
        beneath={beneath}
        toolbar={isBeneath ? null : toolbar}
        onChange={change}
        acts={acts}
      />
      {isBeneath ? (
        <>
          {composing.isFormatting ? toolbar : null}
          <BeneathBar
            writing={envelope}
            saving={saving}
            isFormatting={composing.isFormatting}
            onFormatting={acts.formatting}
            onSendAnd={acts.sendAnd}
            {...ofWriting}
          />
        </>
      ) : null}
      <FileChooser
        choosing={composing.choosing}
        onChosen={(files, isAttached) => void composing.addFiles(files, undefined, isAttached)}
      />
      {composing.offered === undefined ? null : (
        <Offers
          offered={composing.offered}
          editor={editor}
          accounts={accounts}
          writing={writing}
          onChange={change}
          onClose={composing.closeOffers}
        />
      )}
      <Dialogs
        dialog={composing.dialog}
        writing={writing}
        onClose={composing.closeDialog}
        onLater={composing.sendLater}
        onChange={change}
        onAttach={(files) => change({ files: [...current.current.files, ...files] })}
      />
    </section>
  );
}
