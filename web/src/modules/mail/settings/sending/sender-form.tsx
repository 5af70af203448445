import { senderCommands, type DraftLine, type SendingAccount } from '@kontor/contract/mail';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import { useClient } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { useUnsaved } from '../../../../shell/use-unsaved.ts';
import { SelectField, TextField } from '../../../../ui/fields.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { FormEnd } from '../parts.tsx';
import { isAddress } from '../../composer/receivers/parse.ts';
import { sendingTexts } from './texts.ts';
import { saidOf } from '../said-of.ts';

/** An address that is written as from a mailbox, known or new. */
export function SenderForm({
  accountId,
  sender,
  templates,
  onDone,
  onClose,
}: {
  accountId: number;
  sender: SendingAccount | undefined;
  templates: readonly DraftLine[];
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTexts(sendingTexts);
  const client = useClient();
  const { notices } = useShell();
  const [begun] = useState({
    email: sender?.email ?? '',
    name: sender?.name ?? '',
    template: String(sender?.standardTemplateId ?? ''),
  });
  const [draft, setDraft] = useState(begun);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const isMain = sender?.standard === true;
  const change = (part: Partial<typeof begun>): void => setDraft((known) => ({ ...known, ...part }));
  const emailFault = isAddress(draft.email.trim()) ? undefined : t.badEmail;
  const nameFault = draft.name.trim() === '' ? t.missing : undefined;
  const save = async (): Promise<boolean> => {
    setTried(true);
    if (emailFault !== undefined || nameFault !== undefined || isBusy) return false;
    setBusy(true);
    setFault(undefined);
    try {
      await client.tellNow(senderCommands.saveSender, {
        senderId: sender?.id ?? null,
        accountId,
        email: draft.email.trim(),
        name: draft.name.trim(),
        standardTemplateId: draft.template === '' ? null : Number(draft.template),
      });
      notices.show({ text: t.senderSaved });
      onDone();
      return true;
    } catch (error) {
      setFault(saidOf(t.problems, asFailure(error).code));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const title = sender?.email ?? t.senderTitle;
  const leave = useUnsaved({ title, isDirty: JSON.stringify(draft) !== JSON.stringify(begun), save });
  const close = (): void => leave(onClose);
  return (
    <Dialog title={title} closeLabel={t.close} onClose={close}>
      <form
        className="account-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t.email}
          hint={isMain ? t.problems.MAIL_SENDER_MAIN : t.emailHint}
          type="email"
          autoFocus={!isMain}
          disabled={isMain}
          fault={isTried ? emailFault : undefined}
          value={draft.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <TextField
          label={t.name}
          hint={t.nameHint}
          disabled={isMain}
          maxLength={200}
          fault={isTried ? nameFault : undefined}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <SelectField
          label={t.template}
          value={draft.template}
          options={[['', t.noTemplate], ...templates.map(({ ID, Name }) => [String(ID), Name] as const)]}
          onChange={(template) => change({ template })}
        />
        <FormEnd fault={fault} busy={isBusy} saving={isBusy} onCancel={close} />
      </form>
    </Dialog>
  );
}
