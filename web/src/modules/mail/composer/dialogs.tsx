import '../mail.css';
import { writingCommands } from '@kontor/contract/mail';
import { useRef, useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { AttachDocument } from './attach-document.tsx';
import { AttachMail } from './attach-mail.tsx';
import { LaterDialog } from './later-dialog.tsx';
import type { Odd } from './odd.ts';
import { toCommand, type Writing, type WrittenFile } from './state.ts';
import { reasonOf } from './reason.ts';
import { texts, type ComposerTexts } from './texts.ts';

export type OpenDialog =
  | { readonly kind: 'odd'; readonly odd: readonly Odd[]; readonly send: () => void }
  | { readonly kind: 'later' }
  | { readonly kind: 'mail' | 'document' }
  | { readonly kind: 'template' };

interface Props {
  readonly dialog: OpenDialog | undefined;
  readonly writing: Writing;
  readonly onClose: () => void;
  readonly onLater: (moment: string, words: string) => void;
  readonly onChange: (part: Partial<Writing>) => void;
  readonly onAttach: (files: readonly WrittenFile[]) => void;
}

export function Dialogs({ dialog, onAttach, ...rest }: Props) {
  if (dialog === undefined) return null;
  const attaching = { known: rest.writing.files, onAttach, onClose: rest.onClose };
  if (dialog.kind === 'mail') return <AttachMail {...attaching} />;
  if (dialog.kind === 'document') return <AttachDocument {...attaching} />;
  if (dialog.kind === 'odd') return <OddDialog {...dialog} onClose={rest.onClose} />;
  return dialog.kind === 'later' ? <LaterDialog {...rest} /> : <TemplateDialog {...rest} />;
}

function lineOf(t: ComposerTexts, odd: Odd): string {
  const lines = t.oddLines;
  switch (odd.kind) {
    case 'many':
      return lines.many(odd.count);
    case 'field':
      return lines.field(odd.name);
    case 'receiver':
      return odd.oddity.kind === 'typo'
        ? lines.typo(odd.address, odd.oddity.meant)
        : lines[odd.oddity.kind](odd.address);
    default:
      return lines[odd.kind];
  }
}

/** All that is odd about a mail, once. Enter goes back to it. */
function OddDialog({ odd, send, onClose }: { odd: readonly Odd[]; send: () => void; onClose: () => void }) {
  const t = useTexts(texts);
  const isBlocked = odd.some(({ kind }) => kind === 'field');
  return (
    <Dialog title={t.oddTitle} closeLabel={t.close} onClose={onClose}>
      <p>{t.oddLead}</p>
      <ul className="warnings">
        {odd.map((one) => (
          <li key={lineOf(t, one)}>{lineOf(t, one)}</li>
        ))}
      </ul>
      <footer>
        <Button
          disabled={isBlocked}
          onClick={() => {
            onClose();
            send();
          }}
        >
          {t.sendAnyway}
        </Button>
        <Button kind="primary" autoFocus onClick={onClose}>
          {t.back}
        </Button>
      </footer>
    </Dialog>
  );
}

/** Gives a template its name, or makes one of a mail. */
function TemplateDialog({ writing, onClose, onChange }: Pick<Props, 'writing' | 'onClose' | 'onChange'>) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const isTemplate = writing.kind === 'template';
  const [name, setName] = useState(writing.draftName || writing.subject);
  const [isGlobal, setGlobal] = useState(writing.isGlobal && isTemplate);
  const [fault, setFault] = useState<string>();
  const key = useRef(client.env.newId());
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() === '') return setFault(t.nameMissing);
    if (isTemplate) onChange({ draftName: name, isGlobal });
    try {
      const command = toCommand(
        isTemplate
          ? { ...writing, draftName: name }
          : { ...writing, kind: 'template', draftKey: key.current, draftId: null, version: null, draftName: name },
      );
      const saved = await client.sendNow(writingCommands.saveTemplate, { ...command, isGlobal });
      if (isTemplate) onChange({ draftId: saved.templateId, version: saved.version });
      notices.show({ text: t.templateSaved });
      onClose();
    } catch (error) {
      setFault(reasonOf(t, asFailure(error).code));
    }
  };
  return (
    <Dialog title={t.asTemplate} closeLabel={t.close} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t.templateName}
          fault={fault}
          value={name}
          maxLength={200}
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Check label={t.forAll} checked={isGlobal} onChange={(event) => setGlobal(event.currentTarget.checked)} />
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit">
            {t.save}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
