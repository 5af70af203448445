import { mailCommands, mailQueries, type MailAccount } from '@kontor/contract/mail';
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { asFailure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { addressTexts } from './address-texts.ts';
import { draftOf, faultsOf, storedOf } from './draft.ts';
import { Members } from './form.tsx';
import { useProblem } from './problem.ts';
import { texts } from './texts.ts';

interface AddressDraft {
  readonly email: string;
  readonly name: string;
  readonly memberIds: readonly number[];
  readonly sharedState: boolean;
}

/** What is wrong with a form, by the rules of the mailbox form for its fields of the same names. */
const addressFaults = ({ email, name }: AddressDraft) =>
  faultsOf({ ...draftOf(undefined, 0), email, name }, storedOf(undefined));

/** Form of an address that Kontor receives for, new or known. */
export function AddressForm({
  account,
  onDone,
  onCancel,
}: {
  account: MailAccount | undefined;
  onDone: () => void;
  onCancel: () => void;
}) {
  const t = useTexts(texts);
  const a = useTexts(addressTexts);
  const client = useClient();
  const { notices } = useShell();
  const problem = useProblem();
  const { data: receiver } = useAsk(mailQueries.receiver, {});
  const ownId = useValue(client.user)?.id ?? 0;
  const isAdministrator = useValue(client.configuration)?.isAdministrator === true;
  const [draft, setDraft] = useState<AddressDraft>(
    () => account ?? { email: '', name: '', memberIds: [ownId], sharedState: true },
  );
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const faults = addressFaults(draft);
  const change = (part: Partial<AddressDraft>): void => setDraft((known) => ({ ...known, ...part }));
  const faultOf = (field: 'email' | 'name'): string | undefined => {
    const code = tried ? faults[field] : undefined;
    return code === undefined ? undefined : t[code];
  };

  const save = async (): Promise<void> => {
    flushSync(() => setTried(true));
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    if (busy || faults.email !== undefined || faults.name !== undefined) return;
    setBusy(true);
    setFault(undefined);
    const { email, name, memberIds, sharedState } = draft;
    const fields = { email: email.trim(), name: name.trim(), memberIds: [...memberIds], sharedState };
    try {
      if (account === undefined) await client.tellNow(mailCommands.addAddress, fields);
      else await client.tellNow(mailCommands.updateAddress, { ...fields, accountId: account.id });
      notices.show({ text: account === undefined ? a.added : t.saved });
      onDone();
    } catch (error) {
      const failure = asFailure(error);
      setFault(failure.code === 'MAIL_ADDRESS_TAKEN' ? a.taken : problem(failure));
    }
    setBusy(false);
  };
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
        <TextField
          label={t.name}
          hint={t.nameHint}
          fault={faultOf('name')}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </div>
      <Members draft={draft} ownerId={account?.ownerId ?? ownId} onChange={(memberIds) => change({ memberIds })} />
      <Check
        label={t.shared}
        hint={t.sharedHint}
        checked={draft.sharedState}
        onChange={(event) => change({ sharedState: event.currentTarget.checked })}
      />
      {receiver === undefined ? null : (
        <Callout icon={receiver.isOn ? 'envelope-simple' : 'warning'}>
          {receiver.isOn ? a.mx(receiver.name, String(receiver.port ?? '')) : a.off}
        </Callout>
      )}
      {fault === undefined ? null : (
        <Callout tone="fault" icon="warning">
          {fault}
        </Callout>
      )}
      <footer>
        <span className="grow" />
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button kind="primary" type="submit" disabled={busy}>
          {busy ? t.saving : t.save}
        </Button>
      </footer>
    </form>
  );
}
