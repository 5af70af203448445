import type { Editor } from '@tiptap/core';
import { EditorContent } from '@tiptap/react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { OtherWriters } from '../teamwork/other-writers.tsx';
import { Files } from './files.tsx';
import { Head, type Beneath } from './head.tsx';
import { refusalOf } from './reason.ts';
import type { Envelope, Writing, WrittenFile } from './state.ts';
import { texts, type ComposerTexts } from './texts.ts';
import type { Saving } from './use-saving.ts';
import type { useSenders } from './use-senders.ts';
import { WriteCallouts } from './write-bar.tsx';

interface Props {
  readonly envelope: Envelope;
  readonly senders: ReturnType<typeof useSenders>;
  readonly saving: Saving;
  readonly editor: Editor;
  /** When a draft was found again that was left, in milliseconds since 1970. */
  readonly foundAt: number | undefined;
  readonly warns: readonly (keyof ComposerTexts['warns'])[];
  readonly fault: string | undefined;
  readonly focusOn: string | undefined;
  readonly isNew: boolean;
  /** Something is written that the server has not. */
  readonly isDirty: boolean;
  /** Where it stands beneath the mail that it answers. */
  readonly beneath: Beneath | undefined;
  /** What is between head and text. */
  readonly toolbar: ReactNode;
  readonly onChange: (part: Partial<Writing>) => void;
  readonly acts: {
    readonly discardFound: () => void;
    readonly focused: () => void;
    readonly attach: () => void;
    readonly attachMail: () => void;
    readonly attachDocument: () => void;
    readonly removeFile: (file: WrittenFile) => void;
  };
}

/** What is written: what the person should know about it, its head, its text and its files. */
export function Sheet({
  envelope,
  senders: { accounts, oddity, isWithout, askAgain },
  saving,
  editor,
  foundAt,
  warns,
  fault,
  focusOn,
  isNew,
  isDirty,
  beneath,
  toolbar,
  onChange,
  acts,
}: Props) {
  const t = useTexts(texts);
  return (
    <div className="write-scroll" data-scrolls={beneath === undefined ? true : undefined}>
      <OtherWriters
        writing={envelope}
        draftId={saving.draftId}
        isTouched={isDirty || saving.savedAt !== undefined}
        isWarned={warns.includes('claimedByOther')}
      />
      <WriteCallouts
        foundAt={foundAt}
        warns={warns}
        refused={saving.refused === undefined ? undefined : refusalOf(t, saving.refused, envelope.files)}
        isWithoutSender={isWithout && envelope.kind !== 'template'}
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
        onChange={onChange}
        isNew={isNew}
        editor={editor}
        beneath={beneath}
      />
      {toolbar}
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
  );
}
