import { mailCommands, mailQueries, type MailServerFault } from '@kontor/contract/mail';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { draftOf, faultsOf, keepable, serverOf, storedOf, withEmail, type Draft, type KeptForm } from './draft.ts';
import { Fault } from './fault.tsx';
import { FormEnd, HostFields, NameField, Sharing, useFaults, type FormProps } from './parts.tsx';
import { guessServer } from './providers.ts';
import { useProblem } from './problem.ts';
import { SignIn } from './sign-in.tsx';
import { texts } from './texts.ts';

interface TestResult {
  readonly fault: MailServerFault | null;
  readonly folders: number;
  readonly mails: number;
  readonly refreshToken: string | null;
}

/** Ports that go with an encryption, where the person has not chosen another. */
const PORTS = { tls: '993', starttls: '143', none: '143' } as const;

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

/** Form of a mail account, new or known. The account's server is tried before it is saved. */
export function AccountForm({ account, onDone, onCancel }: FormProps) {
  const t = useTexts(texts);
  const client = useClient();
  const formats = useFormats();
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
      if (account === undefined) await client.tellNow(mailCommands.addAccount, fields);
      else await client.tellNow(mailCommands.updateAccount, { ...fields, accountId: account.id });
      kept.discard();
      notices.show({ text: account === undefined ? t.added : t.saved });
      onDone();
    } catch (error) {
      setFault(problem(asFailure(error)));
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run('save', save);
  };
  const trust = (fingerprint: string): void => {
    const trusting = { ...draft, trustedFingerprint: fingerprint };
    setDraft(trusting);
    void run('test', async () => void (await test(trusting)));
  };

  return (
    <form ref={form} className="account-form" onSubmit={submit} noValidate>
      {notKept ? (
        <Callout tone="fault" icon="warning">
          {t.draftNotKept}
        </Callout>
      ) : null}
      {kept.foundAt === undefined ? null : (
        <Callout
          icon="pencil-simple"
          action={
            <Button
              kind="plain"
              onClick={() => {
                kept.discard();
                show(draftOf(account, ownId));
              }}
            >
              {t.draftDiscard}
            </Button>
          }
        >
          {t.draftFound(formats.full(kept.foundAt / 1000))}
        </Callout>
      )}
      <div className="two">
        <TextField
          label={t.email}
          type="email"
          autoComplete="off"
          autoFocus={account === undefined}
          fault={faultOf('email')}
          value={draft.email}
          onChange={(event) =>
            setDraft(
              account === undefined
                ? withEmail(draft, event.currentTarget.value)
                : { ...draft, email: event.currentTarget.value },
            )
          }
        />
        <NameField draft={draft} fault={faultOf('name')} onChange={change} />
      </div>
      <SignIn
        draft={draft}
        stored={storedOf(account)}
        appPassword={guessServer(draft.email)?.appPassword}
        faultOf={faultOf}
        onChange={change}
      />
      <HostFields label={t.server} draft={draft} faultOf={faultOf} onChange={change} />
      <div className="two">
        <SelectField
          label={t.security}
          value={draft.security}
          options={(['tls', 'starttls', 'none'] as const).map((key) => [key, t.securities[key]] as const)}
          onChange={(security) =>
            change({ security, ...(draft.port === PORTS[draft.security] ? { port: PORTS[security] } : {}) })
          }
        />
        <TextField
          label={t.userName}
          autoCapitalize="off"
          spellCheck={false}
          autoComplete="off"
          fault={faultOf('userName')}
          value={draft.userName}
          onChange={(event) => change({ userName: event.currentTarget.value })}
        />
      </div>
      <Sharing draft={draft} ownerId={account?.ownerId ?? ownId} isNew={account === undefined} onChange={change} />
      {draft.trustedFingerprint === null ? null : <Callout icon="lock-simple">{t.trusted}</Callout>}
      {result === undefined ? null : result.fault === null ? (
        <Callout tone="good" icon="check-circle">
          {t.testGood(formats.number(result.mails), formats.number(result.folders))}
        </Callout>
      ) : (
        <Fault fault={result.fault} onTrust={trust} />
      )}
      <FormEnd
        fault={fault}
        busy={busy !== undefined}
        saving={busy === 'save'}
        onCancel={() => {
          kept.discard();
          onCancel();
        }}
      >
        <Button disabled={busy !== undefined} onClick={() => void run('test', async () => void (await test(draft)))}>
          {busy === 'test' ? t.testing : t.test}
        </Button>
      </FormEnd>
    </form>
  );
}
