import { mailCommands, mailQueries, type MailServerFault } from '@kontor/contract/mail';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { draftOf, faultsOf, keepable, serverOf, storedOf, type Draft, type KeptForm } from './draft.ts';
import { useFaults, type FormProps } from './parts.tsx';
import { useProblem } from './problem.ts';
import { texts } from './texts.ts';

/** What a test of the connection has shown. */
export interface TestResult {
  readonly fault: MailServerFault | null;
  readonly folders: number;
  readonly mails: number;
  readonly refreshToken: string | null;
}

/** Fields that a test of the connection depends on. */
const TESTED = new Set<string>([
  'host',
  'port',
  'security',
  'userName',
  'authentication',
  'password',
  'tokenUrl',
  'clientId',
  'clientSecret',
  'refreshToken',
] satisfies (keyof Draft)[]);

/** A mail account while it is written: kept on the device, tried with its server, and saved once that has let it in. */
export function useAccountForm({ account, onDone }: Pick<FormProps, 'account' | 'onDone'>) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const problem = useProblem();
  const ownId = useValue(client.user)?.id ?? 0;
  const [draft, show] = useState(() => draftOf(account, ownId));
  const kept = useDraft<KeptForm>('mail-account', String(account?.id ?? 'new'), (found) =>
    show((known) => ({ ...known, ...found })),
  );
  const notKept = useValue(client.draftTrouble);
  const setDraft = (next: Draft | ((known: Draft) => Draft)): void =>
    show((known) => {
      const value = typeof next === 'function' ? next(known) : next;
      kept.save(keepable(value));
      return value;
    });
  const [busy, setBusy] = useState<'test' | 'save'>();
  const [result, setResult] = useState<TestResult>();
  const [fault, setFault] = useState<string>();
  const { form, faultOf, check } = useFaults(faultsOf(draft, storedOf(account)));
  const change = (part: Partial<Draft>): void => {
    setDraft((known) => ({ ...known, ...part }));
    if (Object.keys(part).some((key) => TESTED.has(key))) setResult(undefined);
  };

  const test = async (given: Draft): Promise<TestResult | undefined> => {
    setFault(undefined);
    setResult(undefined);
    try {
      const params = { ...serverOf(given), accountId: account?.id ?? null };
      const { results } = await client.transport.query(mailQueries.testConnection, params, { once: true });
      // A token server may hand out another refresh token with the first use of one: the old one is worth nothing then.
      const { refreshToken } = results;
      if (refreshToken !== null) setDraft((known) => ({ ...known, refreshToken }));
      setResult(results);
      return results;
    } catch (error) {
      setFault(problem(asFailure(error)));
      return undefined;
    }
  };
  const run = async (kind: 'test' | 'save', work: () => Promise<void>): Promise<void> => {
    if (!check() || busy !== undefined) return;
    setBusy(kind);
    await work();
    setBusy(undefined);
  };
  const save = async (): Promise<void> => {
    const tested = result?.fault === null ? result : await test(draft);
    if (tested === undefined || tested.fault !== null) return;
    const refreshToken = tested.refreshToken ?? draft.refreshToken;
    const fields = {
      ...serverOf({ ...draft, refreshToken }),
      name: draft.name.trim(),
      email: draft.email.trim(),
      memberIds: [...draft.memberIds],
      sharedState: draft.sharedState,
    };
    try {
      if (account === undefined) await client.sendNow(mailCommands.addAccount, fields);
      else await client.sendNow(mailCommands.updateAccount, { ...fields, accountId: account.id });
      kept.discard();
      notices.show({ text: account === undefined ? t.added : t.saved });
      onDone();
    } catch (error) {
      setFault(problem(asFailure(error)));
    }
  };
  return {
    form,
    draft,
    setDraft,
    change,
    faultOf,
    /** When what was found had been kept, in milliseconds since 1970. */
    foundAt: kept.foundAt,
    /** Forgets what is kept on the device. */
    forget: kept.discard,
    /** Begins anew with what the server has. */
    reset(): void {
      kept.discard();
      show(draftOf(account, ownId));
    },
    notKept,
    ownId,
    busy,
    result,
    fault,
    save: () => void run('save', save),
    test: () => void run('test', async () => void (await test(draft))),
    /** Trusts a certificate, and tries the server with it. */
    trust(fingerprint: string): void {
      const trusting = { ...draft, trustedFingerprint: fingerprint };
      setDraft(trusting);
      void run('test', async () => void (await test(trusting)));
    },
  };
}
