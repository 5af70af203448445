import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { canSignInByPasskey } from '../../../client/passkeys.ts';
import type { FoundInstance } from '../../../client/auth-request.ts';
import { useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Button } from '../../../ui/parts.tsx';
import { faultOf, type SignInOutcome } from './rules.ts';
import { Secrets } from './secrets.tsx';
import { SubmitButton } from './submit-button.tsx';
import { SignInNotice } from './notice.tsx';
import { texts } from './texts.ts';
import { useInstance } from './use-instance.ts';
import { usePasskey } from './use-passkey.ts';
import { useSignIn } from './use-sign-in.ts';

export interface SignInFormProps {
  /** What stands in the fields at first. */
  readonly first?: { readonly instance?: string; readonly userName?: string; readonly password?: string };
  /** Whether the instance that is served here is meant where none was typed. */
  readonly own?: boolean;
  /** Whether a sign-in that is under way is called off when the form goes away. */
  readonly isBound?: boolean;
  readonly onOutcome?: (outcome: SignInOutcome) => void;
  /** The instance that was found, for what stands around the form; undefined once another one is being typed. */
  readonly onFound?: (instance: FoundInstance | undefined) => void;
  /** Above the fields. */
  readonly children?: ReactNode;
  /** Below the buttons. */
  readonly more?: ReactNode;
}

const NOTHING = (): void => undefined;

/** The form's state, and what its buttons do. */
function useForm({ first, own = true, isBound = false, onOutcome = NOTHING, onFound }: SignInFormProps) {
  const instance = useInstance(first?.instance ?? '', own);
  const [userName, setUserName] = useState(first?.userName ?? '');
  const [password, setPassword] = useState(first?.password ?? '');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState<'fields' | 'code'>();
  const form = useRef<HTMLFormElement>(null);
  const tries = useSignIn(isBound, (outcome) => {
    if (outcome === 'failed-check-again') {
      setCode('');
      setTried(undefined);
    }
    onOutcome(outcome);
  });
  const { found } = instance;
  const passkey = usePasskey(found, (where, answer) => void tries.run('passkey', { passkey: answer }, where, false));

  const current = useRef({ onFound, check: tries.check, userName });
  useEffect(() => {
    current.current = { onFound, check: tries.check, userName };
  });
  useEffect(() => {
    const { onFound: notify, check, userName: name } = current.current;
    notify?.(found);
    if (found === undefined) return;
    const [instanceField, nameField] = form.current?.querySelectorAll('input') ?? [];
    // A name that stands there already is not left any more, which is when it is asked about.
    if (name.trim() !== '' && document.activeElement !== nameField) void check(found, name);
    if (document.activeElement === instanceField && nameField?.value === '') nameField.focus();
  }, [found]);

  const isWaiting = (): boolean => tries.busy !== undefined || tries.until > tries.now();
  const focus = (name: string): void => form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isWaiting()) return undefined;
    setTried('fields');
    tries.forgetFault();
    if (userName.trim() === '' || password === '') return focus(userName.trim() === '' ? 'username' : 'password');
    tries.setBusy('password');
    const target = await instance.find();
    const twoFactor = target !== undefined && (await tries.check(target, userName));
    tries.setBusy(undefined);
    if (target === undefined) return focus('instance');
    if (!twoFactor || code.trim() !== '')
      return tries.run('password', { username: userName, password, code: code.trim() }, target, twoFactor);
    if (tries.twoFactor) setTried('code');
    requestAnimationFrame(() => focus('code'));
    return undefined;
  };
  const signInByPasskey = async (): Promise<void> => {
    if (isWaiting()) return;
    tries.setBusy('passkey');
    tries.forgetFault();
    setTried(undefined);
    const target = await instance.find();
    const failure = target === undefined ? undefined : await passkey(target, () => tries.setBusy(undefined));
    if (failure !== undefined || target === undefined) tries.setBusy(undefined);
    if (failure !== undefined) tries.setFault(faultOf(failure, { passkey: true, twoFactor: false }));
  };
  const isEmpty = (text: string): boolean => tried !== undefined && tries.busy === undefined && text.trim() === '';
  return {
    instance,
    userName,
    setUserName,
    password,
    setPassword,
    code,
    setCode,
    ref: form,
    tries,
    submit,
    signInByPasskey,
    isEmpty,
    isCodeMissing: tried === 'code' && code.trim() === '',
  };
}

/** The form of the sign-in: instance, user name, password, the code where it is asked for, and passkeys. */
export function SignInForm(props: SignInFormProps) {
  const t = useTexts(texts);
  const { ref, instance, userName, password, code, tries, isEmpty, ...form } = useForm(props);
  const { found, typed } = instance;
  const { busy } = tries;
  const host = found?.own === false ? new URL(found.url).host : undefined;
  const missing = (text: string): string | undefined => (isEmpty(text) ? t.missing : undefined);
  return (
    <form ref={ref} className="sign-in-form" onSubmit={(event) => void form.submit(event)} noValidate>
      {props.children}
      <TextField
        name="instance"
        label={t.instance}
        hint={t.instanceHint}
        fault={instance.fault === undefined ? missing(typed) : t.faults[instance.fault]}
        value={typed}
        autoCapitalize="off"
        autoComplete="organization"
        spellCheck={false}
        autoFocus={typed === ''}
        onChange={(event) => {
          instance.type(event.currentTarget.value);
          tries.forget();
          tries.forgetFault();
        }}
        onBlur={() => void (typed.trim() === '' ? undefined : instance.find())}
      />
      <TextField
        name="username"
        label={t.userName}
        // Its line is always there: nothing moves when the name is missing.
        hint=""
        fault={missing(userName)}
        value={userName}
        autoCapitalize="off"
        autoComplete="username webauthn"
        spellCheck={false}
        autoFocus={typed !== '' && userName === ''}
        onChange={(event) => {
          form.setUserName(event.currentTarget.value);
          tries.forgetFault();
        }}
        onBlur={() => void (found === undefined || userName.trim() === '' ? undefined : tries.check(found, userName))}
      />
      <Secrets
        password={password}
        code={code}
        twoFactor={tries.twoFactor}
        fault={tries.fault}
        missing={{ password: isEmpty(password), code: form.isCodeMissing }}
        autoFocus={typed !== '' && userName !== '' && password === ''}
        onPassword={(text) => {
          form.setPassword(text);
          tries.forgetFault();
        }}
        onCode={(text) => {
          form.setCode(text);
          tries.forgetFault();
        }}
      />
      <SubmitButton until={tries.until} busy={busy !== undefined} working={busy === 'password'} />
      {canSignInByPasskey() ? (
        <>
          <Button
            icon="fingerprint"
            aria-describedby={host === undefined ? undefined : 'sign-in-elsewhere'}
            aria-disabled={busy !== undefined}
            onClick={() => void form.signInByPasskey()}
          >
            {busy === 'passkey' ? (host === undefined ? t.passkeyWaits : t.opening) : t.passkey}
          </Button>
          {host === undefined ? null : (
            <p id="sign-in-elsewhere" className="quiet small">
              {t.passkeyElsewhere(host)}
            </p>
          )}
        </>
      ) : null}
      {props.more}
      <SignInNotice fault={tries.fault} onClose={() => tries.setFault(undefined)} />
    </form>
  );
}
