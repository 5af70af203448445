import { mailCommands, mailQueries } from '@kontor/contract/mail';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { FormEnd } from '../../../shell/forms/form-end.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Callout } from '../../../ui/parts.tsx';
import { addressTexts } from './address-texts.ts';
import { boxFaultsOf, type BoxDraft } from './draft.ts';
import { NameField, Sharing, type FormProps } from './parts.tsx';
import { useProblem } from './problem.ts';
import { texts } from './texts.ts';

const boxOf = ({ email, name, memberIds, sharedState }: BoxDraft): BoxDraft => ({
  email,
  name,
  memberIds,
  sharedState,
});

/** Form of an address that Kontor receives for, new or known. */
export function AddressForm({ account, onDone, onCancel }: FormProps) {
  const t = useTexts(texts);
  const a = useTexts(addressTexts);
  const client = useClient();
  const { notices } = useShell();
  const problem = useProblem();
  const { data: receiver } = useAsk(mailQueries.receiver, {});
  const ownId = useValue(client.user)?.id ?? 0;
  const isAdministrator = useValue(client.configuration)?.isAdministrator === true;
  const form = useForm<BoxDraft>({
    title: ({ name, email }) => name.trim() || email.trim() || a.kinds.smtp,
    start: boxOf(account ?? { email: '', name: '', memberIds: [ownId], sharedState: true }),
    isValid: (draft) => Object.keys(boxFaultsOf(draft)).length === 0,
    send: async ({ email, name, memberIds, sharedState }) => {
      const fields = { email: email.trim(), name: name.trim(), memberIds: [...memberIds], sharedState };
      if (account === undefined) await client.sendNow(mailCommands.addAddress, fields);
      else await client.sendNow(mailCommands.updateAddress, { ...fields, accountId: account.id });
      notices.show({ text: account === undefined ? a.added : t.saved });
      onDone();
    },
    say: (failure) => (failure.code === 'MAIL_ADDRESS_TAKEN' ? a.taken : problem(failure)),
  });
  const { ref, draft, isTried, change, submit } = form;
  const faults = boxFaultsOf(draft);
  const faultOf = (field: 'email' | 'name'): string | undefined => {
    const code = isTried ? faults[field] : undefined;
    return code === undefined ? undefined : t[code];
  };

  return (
    <form ref={ref} className="form" onSubmit={(event) => submit(event)} noValidate>
      <p className="quiet">{a.intro}</p>
      <div className="two">
        <TextField
          label={a.email}
          type="email"
          autoComplete="off"
          autoFocus={account === undefined}
          disabled={!isAdministrator}
          hint={isAdministrator ? a.emailHint : a.emailFixed}
          fault={faultOf('email')}
          value={draft.email}
          onChange={(event) => {
            const email = event.currentTarget.value;
            change(draft.name === draft.email.trim() ? { email, name: email.trim() } : { email });
          }}
        />
        <NameField draft={draft} fault={faultOf('name')} onChange={change} />
      </div>
      <Sharing draft={draft} ownerId={account?.ownerId ?? ownId} isNew={account === undefined} onChange={change} />
      {receiver === undefined ? null : (
        <Callout icon={receiver.isOn ? 'envelope-simple' : 'warning'}>
          {receiver.isOn ? a.mx(receiver.name, String(receiver.port ?? '')) : a.off}
        </Callout>
      )}
      <FormEnd form={form} isNew={account === undefined} create={t.save} onCancel={onCancel} />
    </form>
  );
}
