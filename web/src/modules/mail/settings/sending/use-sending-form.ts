import { sendingCommands, sendingQueries, type MailAccount, type MailServerFault } from '@kontor/contract/mail';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { asFailure } from '../../../../client/failure.ts';
import { useClient } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { useUnsaved } from '../../../../shell/forms/use-unsaved.ts';
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
  const form = useRef<HTMLFormElement>(null);
  const [begun] = useState(() => sendingDraft(account, isRelayed));
  const [draft, setDraft] = useState(begun);
  const [to, setTo] = useState('');
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState<'test' | 'save'>();
  const [tested, setTested] = useState<Tested>();
  const [fault, setFault] = useState<string>();
  const hasReading = account.kind === 'imap';
  const faults = sendingFaults(draft, hasReading);
  const faultOf = (field: keyof typeof faults): string | undefined => {
    const code = isTried ? faults[field] : undefined;
    return code === undefined ? undefined : t[code];
  };
  const change = (part: Partial<SendingDraft>): void => {
    setDraft((known) => ({ ...known, ...part }));
    setTested(undefined);
  };
  const run = async (kind: 'test' | 'save', work: () => Promise<boolean>): Promise<boolean> => {
    flushSync(() => setTried(true));
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    if (Object.keys(faults).length > 0 || busy !== undefined) return false;
    setBusy(kind);
    setFault(undefined);
    try {
      return await work();
    } catch (error) {
      const { code } = asFailure(error);
      setFault(code === 'MAIL_ADDRESS_INVALID' ? t.badTestTo : saidOf(t.problems, code));
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  const test = (given: SendingDraft): Promise<boolean> =>
    run('test', async () => {
      setTested(undefined);
      const params = { ...sendingServer(given), accountId: account.id, sendTo: to.trim() === '' ? null : to.trim() };
      const { results } = await client.transport.query(sendingQueries.testSending, params, { once: true });
      setTested({ ...results, to: to.trim() });
      return results.fault === null;
    });
  const save = (): Promise<boolean> =>
    run('save', async () => {
      await client.sendNow(sendingCommands.updateSending, {
        accountId: account.id,
        sending: draft.way === 'operator' ? null : sendingServer(draft),
        sentCopy: draft.sentCopy,
      });
      notices.show({ text: t.saved });
      onDone();
      return true;
    });
  const isDirty = JSON.stringify(draft) !== JSON.stringify(begun);
  const leave = useUnsaved({ title: t.dialog(account.name), isDirty, save });
  return {
    form,
    draft,
    to,
    setTo,
    busy,
    tested,
    fault,
    hasReading,
    faultOf,
    change,
    leave,
    save,
    test: () => void test(draft),
    /** Trusts a certificate, and tries the server with it. */
    trust(trustedFingerprint: string): void {
      const trusting = { ...draft, trustedFingerprint };
      setDraft(trusting);
      void test(trusting);
    },
  };
}
