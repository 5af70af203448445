import type { MailAccount } from '@kontor/contract/mail';
import { useState } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Segments } from '../../../ui/fields.tsx';
import { AddressForm } from './address-form.tsx';
import { addressTexts } from './address-texts.ts';
import { AccountForm } from './form.tsx';
import type { FormProps } from './parts.tsx';

/** The form that goes with an account. For a new one an administrator chooses its kind; others may add mailboxes alone. */
export function AnyForm(props: FormProps) {
  const a = useTexts(addressTexts);
  const mayChoose = useValue(useClient().configuration)?.isAdministrator === true && props.account === undefined;
  const [chosen, setChosen] = useState<MailAccount['kind']>('imap');
  const kind = props.account?.kind ?? chosen;
  const Form = kind === 'smtp' ? AddressForm : AccountForm;
  return (
    <div className="form">
      {mayChoose ? (
        <Segments
          label={a.kind}
          value={chosen}
          options={[
            ['imap', a.kinds.imap],
            ['smtp', a.kinds.smtp],
          ]}
          onChange={setChosen}
        />
      ) : null}
      <Form {...props} />
    </div>
  );
}
