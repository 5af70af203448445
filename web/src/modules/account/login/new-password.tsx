import type { LinkInfo } from '@kontor/contract/account';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useKontor, useSession, useValue } from '../../../client/react.tsx';
import { checkLink, findInstance, isTwoFactorOn, setPasswordByLink } from '../../../client/sign-in.ts';
import { useTexts } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { SkeletonBlock, Button } from '../../../ui/parts.tsx';
import { NewPasswordField } from '../new-password-field.tsx';
import { isAcceptable, strengthOf } from '../password-rules.ts';
import { useProblem } from '../use-problem.ts';
import { Frame } from './frame.tsx';
import { texts } from './texts.ts';

/** What is still to do once the password is set. */
export interface AfterLink {
  readonly instance: string;
  readonly userName: string;
  readonly password: string;
  readonly twoFactor: boolean;
}

/** Sets a new password by a link, and signs in with it. `onDone` without what is still to do: there is nothing. */
export function NewPassword({ token, onDone }: { token: string; onDone: (after?: AfterLink) => void }) {
  const t = useTexts(texts);
  const kontor = useKontor();
  const { client } = useSession();
  const accountEntries = useValue(kontor.accountEntries);
  const [info, setInfo] = useState<LinkInfo>();
  const [fault, setFault] = useState<'invalid' | 'failed'>();
  const check = useCallback(async () => {
    try {
      setInfo(await checkLink(kontor.env, token));
    } catch (error) {
      setFault(asFailure(error).code === 'LINK_INVALID' ? 'invalid' : 'failed');
    }
  }, [kontor, token]);
  useEffect(() => {
    const timer = setTimeout(() => void check(), 0);
    return () => clearTimeout(timer);
  }, [check]);

  const leave = (label: string) => (
    <Button kind="primary" onClick={() => onDone()}>
      {label}
    </Button>
  );
  const back = leave(client === undefined ? t.back : t.link.leave);
  if (fault === 'invalid')
    return (
      <Frame title={t.link.invalidTitle}>
        <p>{t.link.invalid}</p>
        {back}
      </Frame>
    );
  if (fault === 'failed')
    return (
      <Frame title={t.link.failedTitle}>
        <p>{t.faults.offline}</p>
        <Button
          kind="primary"
          onClick={() => {
            setFault(undefined);
            void check();
          }}
        >
          {t.link.retry}
        </Button>
      </Frame>
    );
  if (info === undefined)
    return (
      <Frame title={t.link.checking}>
        <SkeletonBlock width="100%" height={120} />
      </Frame>
    );
  // Of one instance one person is signed in in a browser; those of others are in nobody's way.
  const inTheWay = accountEntries.find(
    ({ account, state }) => state === 'in' && account.url === kontor.env.origin && account.name === info.instance.name,
  );
  if (inTheWay !== undefined)
    return (
      <Frame title={t.link.signedIn(inTheWay.account.user)}>
        <p>{t.link.signedInText(info.fullName || info.userName)}</p>
        <Button kind="primary" icon="sign-out" onClick={() => void kontor.signOut(inTheWay.key)}>
          {t.link.signOut}
        </Button>
        <Button onClick={() => onDone()}>{t.link.leave}</Button>
      </Frame>
    );
  return <PasswordForm token={token} info={info} onDone={onDone} onInvalid={() => setFault('invalid')} />;
}

function PasswordForm({
  token,
  info,
  onDone,
  onInvalid,
}: {
  token: string;
  info: LinkInfo;
  onDone: (after?: AfterLink) => void;
  onInvalid: () => void;
}) {
  const t = useTexts(texts);
  const kontor = useKontor();
  const [password, setPassword] = useState('');
  const problem = useProblem();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const names = [info.userName, info.fullName, info.instance.name, info.instance.title, 'Kontor'];

  /** From here on the password is set: whatever goes wrong is left to the sign-in, which has it already. */
  const enter = async (): Promise<void> => {
    const { userName } = info;
    const after = { instance: info.instance.name, userName, password };
    try {
      const instance = await findInstance(kontor.env, info.instance.name);
      if (typeof instance === 'string') return onDone({ ...after, twoFactor: false });
      if (await isTwoFactorOn(kontor.env, instance, userName)) return onDone({ ...after, twoFactor: true });
      await kontor.signIn(instance, { username: userName, password });
      return onDone();
    } catch {
      return onDone({ ...after, twoFactor: false });
    }
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (!isAcceptable(strengthOf(password, names)))
      return event.currentTarget.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();
    setBusy(true);
    setFault(undefined);
    try {
      await setPasswordByLink(kontor.env, token, password);
    } catch (error) {
      const failure = asFailure(error);
      setBusy(false);
      if (failure.code === 'LINK_INVALID') return onInvalid();
      return setFault(problem(failure));
    }
    return enter();
  };
  return (
    <form className="sign-in-form" onSubmit={(event) => void submit(event)} noValidate>
      <header>
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>{info.kind === 'invitation' ? t.link.welcome(info.fullName || info.userName) : t.link.reset}</h1>
      </header>
      <p className="quiet">
        {(info.kind === 'invitation' ? t.link.invitationText : t.link.resetText)(info.instance.title, info.userName)}
      </p>
      <NewPasswordField
        value={password}
        names={names}
        userName={info.userName}
        autoFocus
        onChange={(value) => {
          setPassword(value);
          setFault(undefined);
        }}
      />
      <FaultNote text={fault} />
      <Button kind="primary" type="submit" aria-disabled={busy}>
        {busy ? t.link.saving : t.link.save}
      </Button>
    </form>
  );
}
