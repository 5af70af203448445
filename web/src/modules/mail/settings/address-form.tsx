import { mailCommands, mailQueries } from '@kontor/contract/mail';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { useUnsaved } from '../../../shell/use-unsaved.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Callout } from '../../../ui/parts.tsx';
import { addressTexts } from './address-texts.ts';
import { boxFaultsOf, type BoxDraft } from './draft.ts';
import { FormEnd, NameField, Sharing, useFaults, type FormProps } from './parts.tsx';
import { useProblem } from './problem.ts';
import { texts } from './texts.ts';

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
  const [begun] = useState<BoxDraft>(() => account ?? { email: '', name: '', memberIds: [ownId], sharedState: true });
  const [draft, setDraft] = useState(begun);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const { form, faultOf, check } = useFaults(boxFaultsOf(draft));
  const change = (part: Partial<BoxDraft>): void => setDraft((known) => ({ ...known, ...part }));

  /** True once it is saved. Else the form says why not. */
  const save = async (): Promise<boolean> => {
    if (!check() || busy) return false;
    setBusy(true);
    setFault(undefined);
    const { email, name, memberIds, sharedState } = draft;
    const fields = { email: email.trim(), name: name.trim(), memberIds: [...memberIds], sharedState };
    try {
      if (account === undefined) await client.tellNow(mailCommands.addAddress, fields);
      else await client.tellNow(mailCommands.updateAddress, { ...fields, accountId: account.id });
      notices.show({ text: account === undefined ? a.added : t.saved });
      onDone();
      return true;
    } catch (error) {
      const failure = asFailure(error);
      setFault(failure.code === 'MAIL_ADDRESS_TAKEN' ? a.taken : problem(failure));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const isDirty = (['email', 'name', 'memberIds', 'sharedState'] as const).some(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(begun[field]),
  );
  useUnsaved({ title: draft.name.trim() || draft.email.trim() || a.kinds.smtp, isDirty, save });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };

  return (
    <form ref={form} className="account-form" onSubmit={submit} noValidate>
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
      <FormEnd fault={fault} busy={busy} saving={busy} onCancel={onCancel} />
    </form>
  );
}
