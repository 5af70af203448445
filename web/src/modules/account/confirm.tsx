import { useState, type FormEvent, type ReactNode } from 'react';
import { asFailure } from '../../client/failure.ts';
import { useTexts } from '../../shell/index.ts';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { Button, Callout } from '../../ui/parts.tsx';
import { confirmTexts } from './confirm-texts.ts';
import { useProblem } from './use-tell.ts';

/** What somebody gives to confirm that it is them. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

/**
 * A question before something is done, with the password (and code) where it changes how somebody signs in. `run` does it; what it
 * rejects with is shown in the dialog, which stays open then.
 */
export function Confirm({
  title,
  children,
  action,
  danger = false,
  ask = [],
  run,
  onClose,
}: {
  title: string;
  children: ReactNode;
  action: string;
  danger?: boolean;
  ask?: readonly (keyof Proof)[];
  run: (proof: Proof) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTexts(confirmTexts);
  const problem = useProblem();
  const [proof, setProof] = useState<Proof>({ password: '', code: '' });
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const missing = (field: keyof Proof): string | undefined =>
    tried && proof[field].trim() === '' ? t.missing : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const empty = ask.find((field) => proof[field].trim() === '');
    if (empty !== undefined) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus();
    setBusy(true);
    setFault(undefined);
    try {
      await run(proof);
    } catch (error) {
      setFault(problem(asFailure(error)));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} closeLabel={t.close} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        {children}
        {ask.includes('password') ? (
          <PasswordField
            name="password"
            label={t.password}
            showLabel={t.show}
            autoComplete="current-password"
            autoFocus
            fault={missing('password')}
            value={proof.password}
            onChange={(event) => setProof({ ...proof, password: event.currentTarget.value })}
          />
        ) : null}
        {ask.includes('code') ? (
          <TextField
            name="code"
            label={t.code}
            hint={t.codeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            fault={missing('code')}
            value={proof.code}
            onChange={(event) => setProof({ ...proof, code: event.currentTarget.value })}
          />
        ) : null}
        {fault === undefined ? null : (
          <Callout tone="fault" icon="warning">
            {fault}
          </Callout>
        )}
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" aria-disabled={busy}>
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
