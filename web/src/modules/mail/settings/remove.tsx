import { mailCommands, type MailAccount } from '@kontor/contract/mail';
import { useClient } from '../../../client/react.tsx';
import { RemoveRow } from '../../../shell/forms/remove-row.tsx';
import { useTexts } from '../../../shell/index.ts';
import type { CardProps } from './parts.tsx';
import { useProblem } from './problem.ts';
import { texts } from './texts.ts';

/** Asks before an account is removed; `text` and `done` say of an address what they say of a mailbox otherwise. */
export function Remove({
  account,
  text,
  done,
  rows,
  onClose,
}: {
  account: MailAccount;
  text?: string;
  done?: string;
  rows: Pick<CardProps, 'onChanged' | 'onRemoved'>;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const client = useClient();
  return (
    <RemoveRow
      title={t.removeTitle(account.name)}
      action={t.remove}
      rows={rows}
      run={() => client.sendNow(mailCommands.removeAccount, { accountId: account.id })}
      done={done ?? t.removed}
      say={useProblem()}
      onClose={onClose}
    >
      <p>{text ?? t.removeText}</p>
    </RemoveRow>
  );
}
