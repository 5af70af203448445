import { securityCommands } from '@kontor/contract/account';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button } from '../../../ui/parts.tsx';
import { Qr } from '../../../ui/qr.tsx';
import { CopyButton } from '../../../shell/forms/copy-button.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import { BackupCodes } from './backup-codes.tsx';
import { inGroups } from './rules.ts';
import { texts } from './texts.ts';

interface Key {
  readonly secret: string;
  readonly uri: string;
}

/** Sets two-factor authentication up: whoever has begun it scans or types the key, confirms a code, keeps the backup codes. */
export function TwoFactorSetup({
  secret,
  onClose,
  onEnabled,
}: {
  secret: Key;
  onClose: () => void;
  onEnabled: () => void;
}) {
  const all = useTexts(texts);
  const t = all.twoFactor;
  const { notices } = useShell();
  const [step, setStep] = useState<1 | 2>(1);
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined)
    return (
      <BackupCodes
        codes={codes}
        size="l"
        onDone={() => {
          notices.show({ text: t.enabled });
          onClose();
        }}
      >
        <p className="quiet step">{t.step(3)}</p>
      </BackupCodes>
    );
  return (
    <Dialog key={step} title={step === 1 ? t.scan : t.confirm} closeLabel={all.close} size="l" onClose={onClose}>
      <p className="quiet step">{t.step(step)}</p>
      {step === 1 ? (
        <Scan secret={secret} onNext={() => setStep(2)} />
      ) : (
        <EnterCode
          onBack={() => setStep(1)}
          onCodes={(made) => {
            setCodes(made);
            onEnabled();
          }}
        />
      )}
    </Dialog>
  );
}

function Scan({ secret, onNext }: { secret: Key; onNext: () => void }) {
  const all = useTexts(texts);
  const t = all.twoFactor;
  return (
    <div className="form">
      <p>{t.scanText}</p>
      <div className="scan">
        <Qr text={secret.uri} label={t.qr} />
        <div>
          <p>{t.type}</p>
          <code className="secret">{inGroups(secret.secret)}</code>
          <div className="form-buttons">
            <CopyButton text={secret.secret} label={t.copySecret} />
          </div>
          <a href={secret.uri}>{t.open}</a>
        </div>
      </div>
      <footer>
        <Button kind="primary" autoFocus onClick={onNext}>
          {all.next}
        </Button>
      </footer>
    </div>
  );
}

function EnterCode({ onBack, onCodes }: { onBack: () => void; onCodes: (codes: readonly string[]) => void }) {
  const all = useTexts(texts);
  const t = all.twoFactor;
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<{ readonly code: string; readonly text: string }>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const field = event.currentTarget.querySelector('input');
    if (code.trim() === '') {
      setFault({ code: 'CODE_WRONG', text: all.missing });
      return field?.focus();
    }
    setBusy(true);
    setFault(undefined);
    try {
      const { backupCodes } = await sendOnce(securityCommands.confirmTwoFactor, { code });
      onCodes(backupCodes);
    } catch (error) {
      const failure = asFailure(error);
      const text = problem(failure);
      setFault(text === undefined ? undefined : { code: failure.code, text });
      setBusy(false);
      field?.focus();
    }
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <p>{t.confirmText}</p>
      <TextField
        label={t.code}
        className="input code-input"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        spellCheck={false}
        maxLength={12}
        fault={fault?.code === 'CODE_WRONG' ? fault.text : undefined}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <FaultNote text={fault?.code === 'CODE_WRONG' ? undefined : fault?.text} />
      <footer>
        <Button onClick={onBack}>{all.back}</Button>
        <Button kind="primary" type="submit" aria-disabled={busy}>
          {t.enable}
        </Button>
      </footer>
    </form>
  );
}
