import type { ProofWays } from '@kontor/contract/account';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { askOwnPasskey, canUsePasskeys } from '../../../client/passkeys.ts';
import { giveProof, type ProofAnswer } from '../../../client/give-proof.ts';
import type { ProofQuestion } from '../../../client/proofs.ts';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { PasswordField, TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button } from '../../../ui/parts.tsx';
import { useProblem } from '../use-problem.ts';
import { proofWaysOf } from './rules.ts';
import { texts } from './texts.ts';

type Way = 'password' | 'code' | 'passkey';

/** The try to prove who somebody is: what is under way, and what was wrong with the last one. */
function useTries(ways: ProofWays, end: ProofQuestion['end']) {
  const t = useTexts(texts);
  const { transport } = useClient();
  const problem = useProblem();
  const [busy, setBusy] = useState<'password' | 'passkey'>();
  const [fault, setFault] = useState<string>();
  const run = async (by: 'password' | 'passkey', given: () => Promise<ProofAnswer>): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(by);
    setFault(undefined);
    try {
      await giveProof(transport, await given());
      end(true);
    } catch (error) {
      const failure = asFailure(error);
      const way: Way = by === 'passkey' ? 'passkey' : ways.code ? 'code' : 'password';
      const isWrong = failure.code === 'PROOF_WRONG' || failure.code === 'PASSKEY_FAILED';
      setFault(isWrong ? t.wrong[way] : problem(failure));
      setBusy(undefined);
    }
  };
  return {
    busy,
    fault,
    forget: (): void => setFault(undefined),
    byPassword: (password: string, code: string) => run('password', async () => ({ password, code })),
    byPasskey: () =>
      run('passkey', async () => {
        const { response, authToken } = await askOwnPasskey(transport);
        return { asseResp: response, authToken };
      }),
  };
}

/** Asks who somebody is, by what this person has: the password, with a code where there is a second factor, or a passkey. */
export function Proof({ question }: { question: ProofQuestion }) {
  const t = useTexts(texts);
  const { account, env } = useClient();
  const { end } = question;
  const ways = proofWaysOf(question.ways);
  const tries = useTries(ways, end);
  const { busy, fault } = tries;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  // A passkey belongs to an address: those of an instance elsewhere can be asked for there alone.
  const hasPasskey = ways.passkey && canUsePasskeys() && account.url === env.origin;
  const missing = (text: string): string | undefined => (tried && text.trim() === '' ? t.missing : undefined);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!ways.password) return hasPasskey ? tries.byPasskey() : undefined;
    setTried(true);
    const empty = password === '' ? 'password' : ways.code && code.trim() === '' ? 'code' : undefined;
    if (empty !== undefined) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus();
    return tries.byPassword(password, code.trim());
  };
  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={() => end(false)}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <p>{t.intro}</p>
        {ways.password ? (
          <>
            <input
              className="hidden-text"
              type="text"
              autoComplete="username"
              value={account.user}
              readOnly
              tabIndex={-1}
              aria-hidden="true"
            />
            <PasswordField
              name="password"
              label={t.password}
              showLabel={t.show}
              autoComplete="current-password"
              autoFocus
              fault={missing(password)}
              value={password}
              onChange={(event) => {
                setPassword(event.currentTarget.value);
                tries.forget();
              }}
            />
          </>
        ) : null}
        {ways.password && ways.code ? (
          <TextField
            name="code"
            label={t.code}
            hint={t.codeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={20}
            fault={missing(code)}
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              tries.forget();
            }}
          />
        ) : null}
        {ways.password || hasPasskey ? null : <p>{t.noWay}</p>}
        <FaultNote text={fault} />
        <footer>
          <Button onClick={() => end(false)}>{t.cancel}</Button>
          {hasPasskey ? (
            <Button
              icon="fingerprint"
              {...(ways.password ? {} : { kind: 'primary' as const })}
              aria-disabled={busy !== undefined}
              onClick={() => void tries.byPasskey()}
            >
              {busy === 'passkey' ? t.passkeyWaits : t.passkey}
            </Button>
          ) : null}
          {ways.password ? (
            <Button kind="primary" type="submit" aria-disabled={busy !== undefined}>
              {t.confirm}
            </Button>
          ) : null}
        </footer>
      </form>
    </Dialog>
  );
}
