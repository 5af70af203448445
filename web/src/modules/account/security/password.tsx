import { securityCommands } from '@kontor/contract/account';
import { useRef, useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { useUnsaved } from '../../../shell/forms/use-unsaved.ts';
import { Check } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { NewPasswordField } from '../new-password-field.tsx';
import { isAcceptable, strengthOf } from '../password-rules.ts';
import { Section } from '../../../ui/section.tsx';
import { useTimes } from '../times.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import type { SecurityState } from './state.ts';
import { texts } from './texts.ts';

export function Password({ state, onChanged }: { state: SecurityState; onChanged: () => void }) {
  const t = useTexts(texts).password;
  const times = useTimes();
  const now = useMinute();
  const [changing, setChanging] = useState(false);
  const changed = state.passwordChangedAt;
  return (
    <Section
      title={t.title}
      intro={
        <>
          {changed === null ? t.never : t.changed(times.relative(changed, now))}{' '}
          {state.email === null ? t.noMail : t.mail(state.email)}
        </>
      }
      action={<Button onClick={() => setChanging(true)}>{t.change}</Button>}
    >
      {changing ? <ChangePassword onClose={() => setChanging(false)} onChanged={onChanged} /> : null}
    </Section>
  );
}

function ChangePassword({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const all = useTexts(texts);
  const t = all.password;
  const client = useClient();
  const { notices } = useShell();
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const user = useValue(client.user);
  const [password, setPassword] = useState('');
  const [endOthers, setEndOthers] = useState(true);
  const [fault, setFault] = useState<{ readonly code: string; readonly text: string }>();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const names = [
    client.account.user,
    client.account.name,
    client.account.title,
    `${user?.firstName ?? ''} ${user?.lastName ?? ''}`,
    'Kontor',
  ];
  const form = useRef<HTMLFormElement>(null);
  /** True once it is changed. Else the form says why not. */
  const save = async (): Promise<boolean> => {
    setTried(true);
    if (busy) return false;
    if (!isAcceptable(strengthOf(password, names))) {
      form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();
      return false;
    }
    setBusy(true);
    setFault(undefined);
    try {
      await sendOnce(securityCommands.changePassword, {
        newPassword: password,
        endOtherSessions: endOthers,
      });
      notices.show({ text: endOthers ? t.savedEnded : t.saved });
      onChanged();
      onClose();
      return true;
    } catch (error) {
      const failure = asFailure(error);
      const text = problem(failure);
      setFault(text === undefined ? undefined : { code: failure.code, text });
      setBusy(false);
      return false;
    }
  };
  const leave = useUnsaved({ title: t.change, isDirty: password !== '', save });
  const faultOf = (code: string): string | undefined => (fault?.code === code ? fault.text : undefined);
  const isOther = fault !== undefined && fault.code !== 'PASSWORD_TOO_EASY';
  return (
    <Dialog title={t.change} closeLabel={all.close} onClose={() => leave(onClose)}>
      <form
        ref={form}
        className="form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
        noValidate
      >
        <NewPasswordField
          value={password}
          names={names}
          userName={client.account.user}
          autoFocus
          fault={faultOf('PASSWORD_TOO_EASY') ?? (tried && password === '' ? all.missing : undefined)}
          onChange={(value) => {
            setPassword(value);
            setFault(undefined);
          }}
        />
        <Check
          label={t.endOthers}
          hint={t.endOthersHint}
          checked={endOthers}
          onChange={(event) => setEndOthers(event.currentTarget.checked)}
        />
        {isOther ? (
          <Callout tone="fault" icon="warning">
            {fault.text}
          </Callout>
        ) : null}
        <footer>
          <Button onClick={onClose}>{all.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={busy}>
            {t.change}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
