import '../../../../editor/editor.css';
import '../../composer/editor/mail-text.css';
import { writingCommands, type SendingAccount } from '@kontor/contract/mail';
import { EditorContent } from '@tiptap/react';
import { useClient, useValue } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { EditedForm } from '../../../../shell/forms/edited-list.tsx';
import { newerCopy, useForm } from '../../../../shell/forms/use-form.ts';
import { Check, SelectField, TextField } from '../../../../ui/fields.tsx';
import { FaultNote } from '../../../../ui/fault-note.tsx';
import { withFields } from '../../composer/editor/document.ts';
import { FieldButton } from '../../composer/editor/field-button.tsx';
import { SIGNATURE_FIELDS } from '../../composer/editor/fields.ts';
import type { WrittenNode } from '../../../../editor/document.ts';
import { WrittenPreview } from '../../../../editor/preview.tsx';
import { toHtml } from '../../composer/editor/to-html.ts';
import { EditorToolbar } from '../../../../editor/toolbar.tsx';
import { useMailEditor } from '../../composer/editor/use-mail-editor.ts';
import type { Begun } from './example.ts';
import { texts } from './texts.ts';

interface Draft {
  readonly name: string;
  readonly doc: WrittenNode;
  readonly accountId: number;
  readonly isStandard: boolean;
  readonly isGlobal: boolean;
}

/** What is told of a signature that somebody else has saved meanwhile. */
interface Saved {
  readonly version: number;
  readonly name?: string;
}

interface Props {
  readonly begun: Begun;
  readonly accounts: readonly SendingAccount[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** A signature that is written, with how it will be sent beneath. */
export function SignatureForm({ begun, accounts, onSaved, onClose }: Props) {
  const t = useTexts(texts);
  const { notices } = useShell();
  const title = begun.signature === undefined ? t.newTitle : t.editTitle(begun.signature.name);
  const accountOf = (accountId: number) => accounts.find((one) => one.id === accountId) ?? begun.account;
  const form = useSignatureForm({ begun, title, accountOf, onSaved });
  const { draft, theirs, isTried, change } = form;
  const account = accountOf(draft.accountId);
  const nameFault = isTried && draft.name.trim() === '' ? t.nameMissing : undefined;
  const editor = useMailEditor({
    content: begun.doc,
    label: t.text,
    placeholder: t.placeholder,
    onChange: (doc) => change({ doc }),
    onFiles: () => notices.show({ text: t.noPictures }),
    onKey: () => false,
  });

  return (
    <EditedForm
      back={t.back}
      title={title}
      form={form}
      isNew={begun.signature === undefined}
      create={t.save}
      isSaidAbove={theirs !== undefined}
      onClose={onClose}
    >
      <div className="two">
        <TextField
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
      <Preview doc={draft.doc} account={account} />
      <FaultNote text={theirs === undefined ? undefined : t.changed(theirs.name ?? draft.name)} />
    </EditedForm>
  );
}

/** The form of a signature: what it begins with and how it is saved. */
function useSignatureForm({
  begun,
  title,
  accountOf,
  onSaved,
}: Pick<Props, 'begun' | 'onSaved'> & {
  title: string;
  accountOf: (accountId: number) => SendingAccount;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  return useForm<Draft, Saved>({
    title,
    start: {
      name: begun.name,
      doc: begun.doc,
      accountId: begun.account.id,
      isStandard: begun.signature?.isTheStandSignatureForTheAccount ?? true,
      isGlobal: begun.signature?.isGlobal ?? false,
    },
    version: begun.signature?.version ?? null,
    isValid: ({ name }) => name.trim() !== '',
    send: async (draft, version) => {
      await client.sendNow(writingCommands.saveSignature, {
        signatureId: begun.signature?.id ?? null,
        sendingAccountId: draft.accountId,
        name: draft.name.trim(),
        signature: toHtml(draft.doc),
        isGlobal: draft.isGlobal && accountOf(draft.accountId).manages,
        isStandard: draft.isStandard,
        aggregateVersion: version,
      });
      notices.show({ text: t.saved });
      onSaved();
    },
    say: ({ code }) => (t.problems as Readonly<Record<string, string>>)[code] ?? t.problems.other,
    newer: newerCopy<Saved>(({ version }) => version),
    // What somebody else has saved is said; whoever saves once more means it.
    savesOver: true,
  });
}

/** The signature as it will be sent from an account. */
function Preview({ doc, account }: { doc: WrittenNode; account: SendingAccount }) {
  const t = useTexts(texts);
  const user = useValue(useClient().user);
  const senderName = user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim();
  const preview = withFields(doc, {
    'sender.name': senderName,
    'sender.firstName': user?.firstName ?? '',
    'sender.lastName': user?.lastName ?? '',
    'sender.email': account.email,
  });
  return (
    <div className="field">
      <span className="label">{t.preview}</span>
      <WrittenPreview html={toHtml(preview)} label={t.preview} />
    </div>
  );
}
