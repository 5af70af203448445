import { mailCommands, mailQueries, type MailServerFault } from '@kontor/contract/mail';
import { useState } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { useForm } from '../../../shell/forms/use-form.ts';
import { draftOf, faultsOf, keepable, serverOf, storedOf, type Draft, type KeptForm } from './draft.ts';
import type { FormProps } from './parts.tsx';
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
  const ownId = useValue(client.user)?.id ?? 0;
  const [start] = useState(() => draftOf(account, ownId));
  const notKept = useValue(client.draftTrouble);
  const [result, setResult] = useState<TestResult>();
  const stored = storedOf(account);
  /** Tries the server; a token server may hand out another refresh token with the first use of one: the old one is worth nothing then. */
  const ask = async (draft: Draft): Promise<TestResult> => {
    setResult(undefined);
    const params = { ...serverOf(draft), accountId: account?.id ?? null };
    const { results } = await client.transport.query(mailQueries.testConnection, params, { once: true });
    if (results.refreshToken !== null) form.change({ refreshToken: results.refreshToken });
    setResult(results);
    return results;
  };
  const form = useForm<Draft>({
    start,
    isValid: (draft) => Object.keys(faultsOf(draft, stored)).length === 0,
    send: async (draft) => {
      const tested = result?.fault === null ? result : await ask(draft);
      if (tested.fault !== null) return false;
      const refreshToken = tested.refreshToken ?? draft.refreshToken;
      const fields = {
        ...serverOf({ ...draft, refreshToken }),
        name: draft.name.trim(),
        email: draft.email.trim(),
        memberIds: [...draft.memberIds],
        sharedState: draft.sharedState,
      };
      if (account === undefined) await client.sendNow(mailCommands.addAccount, fields);
      else await client.sendNow(mailCommands.updateAccount, { ...fields, accountId: account.id });
      kept.discard();
      notices.show({ text: account === undefined ? t.added : t.saved });
      return onDone();
    },
    say: useProblem(),
  });
  const kept = useDraft<KeptForm>('mail-account', String(account?.id ?? 'new'), form.change);
  const { draft, isTried } = form;
  const faults = faultsOf(draft, stored);
  const change = (part: Partial<Draft>): void => {
    form.change(part);
    kept.save(keepable({ ...draft, ...part }));
    if (Object.keys(part).some((key) => TESTED.has(key))) setResult(undefined);
  };
  const test = (given: Draft): void => void form.attempt(() => ask(given));
  return {
    ...form,
    change,
    faultOf(field: keyof Draft): string | undefined {
      const code = isTried ? faults[field] : undefined;
      return code === undefined ? undefined : t[code];
    },
    /** When what was found had been kept, in milliseconds since 1970. */
    foundAt: kept.foundAt,
    /** Forgets what is kept on the device. */
    forget: kept.discard,
    /** Begins anew with what the server has. */
    reset(): void {
      kept.discard();
      form.takeTheirs(draftOf(account, ownId));
    },
    notKept,
    ownId,
    stored,
    result,
    test: () => test(draft),
    /** Trusts a certificate, and tries the server with it. */
    trust(trustedFingerprint: string): void {
      change({ trustedFingerprint });
      test({ ...draft, trustedFingerprint });
    },
  };
}
