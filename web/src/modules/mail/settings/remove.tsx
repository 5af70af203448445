import { mailCommands, type MailAccount } from '@kontor/contract/mail';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { useProblem } from './problem.ts';
import { texts } from './texts.ts';

/** Asks before an account is removed; `text` and `done` say of an address what they say of a mailbox otherwise. */
export function Remove({
  account,
  text,
  done,
  onClose,
  onDone,
}: {
  account: MailAccount;
  text?: string;
  done?: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const remove = async (): Promise<void> => {
    await client.sendNow(mailCommands.removeAccount, { accountId: account.id });
    notices.show({ text: done ?? t.removed });
    onClose();
    onDone();
  };
  return (
    <Confirm
      title={t.removeTitle(account.name)}
      action={t.remove}
      danger
      run={remove}
      say={useProblem()}
      onClose={onClose}
    >
      <p>{text ?? t.removeText}</p>
    </Confirm>
  );
}
