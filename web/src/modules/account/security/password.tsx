import { securityCommands } from '@kontor/contract/account';
import { useRef, useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { useUnsaved } from '../../../shell/use-unsaved.ts';
import { Check, PasswordField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { NewPasswordField } from '../new-password-field.tsx';
import { isAcceptable, strengthOf } from '../password-rules.ts';
import { Section } from '../section.tsx';
import { useTimes } from '../times.ts';
import { useProblem, useTell } from '../use-tell.ts';
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
  const tell = useTell();
  const problem = useProblem();
  const user = useValue(client.user);
  const [old, setOld] = useState('');
  const [password, setPassword] = useState('');
  const [endOthers, setEndOthers] = useState(true);
  const [fault, setFault] = useState<{ readonly code: string; readonly text: string | undefined }>();
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
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input:not([readonly])');
    const missing = old === '' ? 0 : isAcceptable(strengthOf(password, names)) ? undefined : 1;
    if (missing !== undefined) {
      fields?.[missing]?.focus();
      return false;
    }
    setBusy(true);
    setFault(undefined);
    try {
      await tell(securityCommands.changePassword, {
        password: old,
        newPassword: password,
        endOtherSessions: endOthers,
      });
      notices.show({ text: endOthers ? t.savedEnded : t.saved });
      onChanged();
      onClose();
      return true;
    } catch (error) {
      const failure = asFailure(error);
      setFault({ code: failure.code, text: problem(failure) });
      setBusy(false);
      return false;
    }
  };
  const leave = useUnsaved({ title: t.change, isDirty: password !== '', save });
  const faultOf = (code: string): string | undefined => (fault?.code === code ? fault.text : undefined);
  const isOther = fault !== undefined && !['PASSWORD_WRONG', 'PASSWORD_TOO_EASY'].includes(fault.code);
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
        <PasswordField
          label={t.old}
          showLabel={all.showPassword}
          autoComplete="current-password"
          autoFocus
          fault={faultOf('PASSWORD_WRONG') ?? (tried && old === '' ? all.missing : undefined)}
          value={old}
          onChange={(event) => {
            setOld(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        <NewPasswordField
          value={password}
          names={names}
          userName={client.account.user}
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
