import { mailCommands, type MailAccount } from '@kontor/contract/mail';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button } from '../../../ui/parts.tsx';
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
  const problem = useProblem();
  const [fault, setFault] = useState<string>();
  const remove = async (): Promise<void> => {
    try {
      await client.sendNow(mailCommands.removeAccount, { accountId: account.id });
      notices.show({ text: done ?? t.removed });
      onClose();
      onDone();
    } catch (error) {
      setFault(problem(asFailure(error)));
    }
  };
  return (
    <Dialog title={t.removeTitle(account.name)} closeLabel={t.close} onClose={onClose}>
      <p>{text ?? t.removeText}</p>
      <FaultNote text={fault} />
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" onClick={() => void remove()}>
          {t.remove}
        </Button>
      </footer>
    </Dialog>
  );
}
