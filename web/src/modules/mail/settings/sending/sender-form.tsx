import { senderCommands, type DraftLine, type SendingAccount } from '@kontor/contract/mail';
import { useClient } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { FormEnd } from '../../../../shell/forms/form-end.tsx';
import { useForm } from '../../../../shell/forms/use-form.ts';
import { SelectField, TextField } from '../../../../ui/fields.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
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
  const isMain = sender?.standard === true;
  const title = sender?.email ?? t.senderTitle;
  const emailFaultOf = (email: string) => (isAddress(email.trim()) ? undefined : t.badEmail);
  const nameFaultOf = (name: string) => (name.trim() === '' ? t.missing : undefined);
  const form = useForm({
    title,
    start: {
      email: sender?.email ?? '',
      name: sender?.name ?? '',
      template: String(sender?.standardTemplateId ?? ''),
    },
    isValid: ({ email, name }) => emailFaultOf(email) === undefined && nameFaultOf(name) === undefined,
    send: async ({ email, name, template }) => {
      await client.sendNow(senderCommands.saveSender, {
        senderId: sender?.id ?? null,
        accountId,
        email: email.trim(),
        name: name.trim(),
        standardTemplateId: template === '' ? null : Number(template),
      });
      notices.show({ text: t.senderSaved });
      onDone();
    },
    say: ({ code }) => saidOf(t.problems, code),
  });
  const { ref, draft, isTried, change, submit, leave } = form;
  const close = (): void => leave(onClose);
  return (
    <Dialog title={title} closeLabel={t.close} onClose={close}>
      <form ref={ref} className="form" noValidate onSubmit={(event) => submit(event)}>
        <TextField
          label={t.email}
          hint={isMain ? t.problems.MAIL_SENDER_MAIN : t.emailHint}
          type="email"
          autoFocus={!isMain}
          disabled={isMain}
          fault={isTried ? emailFaultOf(draft.email) : undefined}
          value={draft.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <TextField
          label={t.name}
          hint={t.nameHint}
          disabled={isMain}
          maxLength={200}
          fault={isTried ? nameFaultOf(draft.name) : undefined}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <SelectField
          label={t.template}
          value={draft.template}
          options={[['', t.noTemplate], ...templates.map(({ ID, Name }) => [String(ID), Name] as const)]}
          onChange={(template) => change({ template })}
        />
        <FormEnd form={form} isNew={sender === undefined} create={t.save} onCancel={close} />
      </form>
    </Dialog>
  );
}
