import '../../../../editor/editor.css';
import '../../composer/editor/mail-text.css';
import { writingCommands, type SendingAccount } from '@kontor/contract/mail';
import { EditorContent } from '@tiptap/react';
import { useId, useRef, useState, type FormEvent } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import { useClient, useValue } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { useUnsaved } from '../../../../shell/use-unsaved.ts';
import { Check, SelectField, TextField } from '../../../../ui/fields.tsx';
import { IconButton } from '../../../../ui/parts.tsx';
import { FormEnd } from '../parts.tsx';
import { withFields } from '../../composer/editor/document.ts';
import { FieldButton } from '../../composer/editor/field-button.tsx';
import { SIGNATURE_FIELDS } from '../../composer/editor/fields.ts';
import { WrittenPreview } from '../../../../editor/preview.tsx';
import { toHtml } from '../../composer/editor/to-html.ts';
import { EditorToolbar } from '../../../../editor/toolbar.tsx';
import { useMailEditor } from '../../composer/editor/use-mail-editor.ts';
import type { Begun } from './example.ts';
import { texts } from './texts.ts';

/** A signature that is written, with how it will be sent beneath. */
export function SignatureForm({
  begun,
  accounts,
  onSaved,
  onClose,
}: {
  begun: Begun;
  accounts: readonly SendingAccount[];
  onSaved: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const id = useId();
  const client = useClient();
  const { notices } = useShell();
  const user = useValue(client.user);
  const nameInput = useRef<HTMLInputElement>(null);
  const [start] = useState(() => ({
    name: begun.name,
    doc: begun.doc,
    accountId: begun.account.id,
    isStandard: begun.signature?.isTheStandSignatureForTheAccount ?? true,
    isGlobal: begun.signature?.isGlobal ?? false,
  }));
  const [draft, setDraft] = useState(start);
  const [version, setVersion] = useState(begun.signature?.version ?? null);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const change = (part: Partial<typeof start>): void => setDraft((known) => ({ ...known, ...part }));
  const account = accounts.find((one) => one.id === draft.accountId) ?? begun.account;
  const nameFault = isTried && draft.name.trim() === '' ? t.nameMissing : undefined;
  const editor = useMailEditor({
    content: begun.doc,
    label: t.text,
    placeholder: t.placeholder,
    onChange: (doc) => change({ doc }),
    onFiles: () => notices.show({ text: t.noPictures }),
    onKey: () => false,
  });

  const save = async (): Promise<boolean> => {
    setTried(true);
    setFault(undefined);
    if (draft.name.trim() === '') {
      nameInput.current?.focus();
      return false;
    }
    if (isBusy) return false;
    setBusy(true);
    try {
      await client.tellNow(writingCommands.saveSignature, {
        signatureId: begun.signature?.id ?? null,
        sendingAccountId: draft.accountId,
        name: draft.name.trim(),
        signature: toHtml(draft.doc),
        isGlobal: draft.isGlobal && account.manages,
        isStandard: draft.isStandard,
        aggregateVersion: version,
      });
      notices.show({ text: t.saved });
      onSaved();
      return true;
    } catch (error) {
      const { code, problem } = asFailure(error);
      const newer = problem?.data as { readonly version?: number; readonly name?: string } | undefined;
      if (code === 'VERSION_CONFLICT' && newer?.version !== undefined) {
        setVersion(newer.version);
        setFault(t.changed(newer.name ?? draft.name));
      } else setFault((t.problems as Readonly<Record<string, string>>)[code] ?? t.problems.other);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const title = begun.signature === undefined ? t.newTitle : t.editTitle(begun.signature.name);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start);
  const leave = useUnsaved({ title, isDirty, save });
  const close = (): void => leave(onClose);
  const senderName = user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim();
  const preview = withFields(draft.doc, {
    'sender.name': senderName,
    'sender.firstName': user?.firstName ?? '',
    'sender.lastName': user?.lastName ?? '',
    'sender.email': account.email,
  });
  return (
    <form
      className="account-form signature-form"
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <header className="signature-head">
        <IconButton icon="arrow-left" label={t.back} onClick={close} />
        <h2 id={`${id}-title`}>{title}</h2>
      </header>
      <div className="two">
        <TextField
          ref={nameInput}
          label={t.name}
          hint={t.nameHint}
          fault={nameFault}
          value={draft.name}
          maxLength={200}
          autoFocus
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {accounts.length > 1 ? (
          <SelectField
            label={t.account}
            value={String(draft.accountId)}
            options={accounts.map((one) => [String(one.id), `${one.name} <${one.email}>`] as const)}
            onChange={(accountId) => change({ accountId: Number(accountId) })}
          />
        ) : null}
      </div>
      <div className="signature-editor">
        <EditorToolbar editor={editor}>
          <FieldButton editor={editor} fields={SIGNATURE_FIELDS} />
        </EditorToolbar>
        <EditorContent editor={editor} />
      </div>
      <Check
        label={t.isStandard}
        hint={t.isStandardHint}
        checked={draft.isStandard}
        onChange={(event) => change({ isStandard: event.currentTarget.checked })}
      />
      {account.manages && (account.isShared || draft.isGlobal) ? (
        <Check
          label={t.isGlobal}
          hint={t.isGlobalHint}
          checked={draft.isGlobal}
          onChange={(event) => change({ isGlobal: event.currentTarget.checked })}
        />
      ) : null}
      <div className="field">
        <span className="label">{t.preview}</span>
        <WrittenPreview html={toHtml(preview)} label={t.preview} />
      </div>
      <FormEnd fault={fault} busy={isBusy} saving={isBusy} onCancel={close} />
    </form>
  );
}
