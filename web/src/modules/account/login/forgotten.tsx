import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useKontor } from '../../../client/react.tsx';
import { requestReset } from '../../../client/sign-in.ts';
import { type FoundInstance } from '../../../client/auth-request.ts';
import { useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { useProblem } from '../use-problem.ts';
import { texts } from './texts.ts';

/** Asks for a link to a new password. What it says afterwards is the same for every name. */
export function Forgotten({
  instance,
  canMail,
  userName,
  onBack,
}: {
  instance: FoundInstance;
  canMail: boolean;
  userName: string;
  onBack: () => void;
}) {
  const t = useTexts(texts);
  const { env } = useKontor();
  const [typed, setTyped] = useState(userName);
  const [state, setState] = useState<'asking' | 'sending' | 'sent' | 'empty'>('asking');
  const problem = useProblem();
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state === 'sending') return;
    if (typed.trim() === '') return setState('empty');
    setState('sending');
    setFault(undefined);
    try {
      await requestReset(env, instance, typed);
      setState('sent');
    } catch (error) {
      setFault(problem(asFailure(error)));
      setState('asking');
    }
  };
  const back = (
    <Button kind={state === 'sent' || !canMail ? 'primary' : 'plain'} icon="arrow-left" onClick={onBack}>
      {t.back}
    </Button>
  );
  return (
    <form className="sign-in-form" onSubmit={(event) => void submit(event)} noValidate>
      <header>
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>{t.forgottenTitle}</h1>
      </header>
      {!canMail ? (
        <p>{t.forgottenNoMail}</p>
      ) : state === 'sent' ? (
        <Callout tone="good" icon="check-circle">
          {t.forgottenSent}
        </Callout>
      ) : (
        <>
          <p className="quiet">{t.forgottenHint}</p>
          <TextField
            name="username"
            label={t.userName}
            fault={state === 'empty' ? t.missing : undefined}
            value={typed}
            autoCapitalize="off"
            autoComplete="username"
            spellCheck={false}
            autoFocus
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              if (state === 'empty') setState('asking');
            }}
          />
          <FaultNote text={fault} />
          <Button kind="primary" type="submit" aria-disabled={state === 'sending'}>
            {t.forgottenSend}
          </Button>
        </>
      )}
      {back}
    </form>
  );
}
