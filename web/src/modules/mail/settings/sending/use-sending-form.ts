import { sendingCommands, sendingQueries, type MailAccount, type MailServerFault } from '@kontor/contract/mail';
import { useState } from 'react';
import { useClient } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { useForm } from '../../../../shell/forms/use-form.ts';
import { saidOf } from '../said-of.ts';
import { sendingDraft, sendingFaults, sendingServer, type SendingDraft } from './draft.ts';
import { sendingTexts } from './texts.ts';

/** What a test has shown; `to`: where a mail was sent, empty where none was. */
export interface Tested {
  readonly fault: MailServerFault | null;
  readonly size: number | null;
  readonly to: string;
}

interface Options {
  readonly account: MailAccount;
  readonly isRelayed: boolean;
  readonly onDone: () => void;
}

/** How mail of an account leaves, while it is written: it is tried, and saved. */
export function useSendingForm({ account, isRelayed, onDone }: Options) {
  const t = useTexts(sendingTexts);
  const client = useClient();
  const { notices } = useShell();
  const [start] = useState(() => sendingDraft(account, isRelayed));
  const [to, setTo] = useState('');
  const [tested, setTested] = useState<Tested>();
  const hasReading = account.kind === 'imap';
  const form = useForm<SendingDraft>({
    title: t.dialog(account.name),
    start,
    isValid: (draft) => Object.keys(sendingFaults(draft, hasReading)).length === 0,
    send: async (draft) => {
      await client.sendNow(sendingCommands.updateSending, {
        accountId: account.id,
        sending: draft.way === 'operator' ? null : sendingServer(draft),
        sentCopy: draft.sentCopy,
      });
      notices.show({ text: t.saved });
      onDone();
    },
    say: ({ code }) => (code === 'MAIL_ADDRESS_INVALID' ? t.badTestTo : saidOf(t.problems, code)),
  });
  const { draft, isTried } = form;
  const faults = sendingFaults(draft, hasReading);
  const change = (part: Partial<SendingDraft>): void => {
    form.change(part);
    setTested(undefined);
  };
  const test = (given: SendingDraft): void =>
    void form.attempt(async () => {
      setTested(undefined);
      const params = { ...sendingServer(given), accountId: account.id, sendTo: to.trim() === '' ? null : to.trim() };
      const { results } = await client.transport.query(sendingQueries.testSending, params, { once: true });
      setTested({ ...results, to: to.trim() });
    });
  return {
    ...form,
    to,
    setTo,
    tested,
    hasReading,
    faultOf(field: keyof typeof faults): string | undefined {
      const code = isTried ? faults[field] : undefined;
      return code === undefined ? undefined : t[code];
    },
    change,
    test: () => test(draft),
    /** Trusts a certificate, and tries the server with it. */
    trust(trustedFingerprint: string): void {
      change({ trustedFingerprint });
      test({ ...draft, trustedFingerprint });
    },
  };
}
