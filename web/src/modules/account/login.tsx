import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Account } from '../../client/accounts.ts';
import { asFailure, type Failure } from '../../client/failure.ts';
import { findInstance, findOwnInstance, type FoundInstance } from '../../client/sign-in.ts';
import { useKontor, useSession } from '../../client/react.tsx';
import { useLanguage, useSettings, useShell, useTexts } from '../../shell/index.ts';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { Button, Callout } from '../../ui/parts.tsx';
import { texts } from './texts.ts';

type Shown = string | undefined;

function useFaults(): (failure: Failure) => string {
  const t = useTexts(texts).faults;
  return (failure) => {
    if (failure.kind === 'offline') return t.offline;
    if (failure.status === 404) return t.wrong;
    if (failure.status === 403) return t.locked;
    if (failure.status === 429) return t.often(Math.ceil((failure.retryAfterMs ?? 30_000) / 1000));
    return t.other;
  };
}

/** The sign-in: instance, user name, password. As a page, or in a dialog, which `onDone` closes. */
export function Login({ preset, onDone }: { preset?: Account | undefined; onDone?: () => void }) {
  const t = useTexts(texts);
  const kontor = useKontor();
  const { ended } = useSession();
  const sentence = useFaults();
  const last = preset ?? (onDone === undefined ? kontor.accounts.list().at(-1) : undefined);
  const [instance, setInstance] = useState(() =>
    last === undefined ? '' : last.url === kontor.env.origin ? last.name : last.url,
  );
  const [userName, setUserName] = useState(() => last?.user ?? '');
  const [password, setPassword] = useState('');
  const [found, setFound] = useState<FoundInstance>();
  const [instanceFault, setInstanceFault] = useState<Shown>();
  const [fault, setFault] = useState<Shown>();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const looking = useRef<ReturnType<typeof findOwnInstance>>(undefined);

  // Where only one instance is served here, nobody has to know its name.
  useEffect(() => {
    if (onDone !== undefined) return undefined;
    let stopped = false;
    looking.current = findOwnInstance(kontor.env);
    void looking.current.then((own) => {
      if (stopped || typeof own === 'string') return;
      const [first, second] = form.current?.querySelectorAll('input') ?? [];
      if (first?.value === '' && document.activeElement === first) second?.focus();
      setInstance((typed) => typed || own.info.name);
      setFound((known) => known ?? own);
    });
    return () => {
      stopped = true;
    };
  }, [kontor, onDone]);

  const look = async (): Promise<FoundInstance | undefined> => {
    if (found !== undefined && found.info.name === instance.trim().toLowerCase()) return found;
    if (instance.trim() === '') return undefined;
    const result = await findInstance(kontor.env, instance);
    if (typeof result === 'string') {
      setFound(undefined);
      setInstanceFault(t.faults[result]);
      return undefined;
    }
    setFound(result);
    setInstanceFault(undefined);
    return result;
  };

  /** Somebody may be quicker than the answer that fills the first field; and it is asked for again where there was none. */
  const lookForOwn = async (): Promise<FoundInstance | undefined> => {
    let own = await looking.current;
    if (own === undefined || typeof own === 'string') own = await (looking.current = findOwnInstance(kontor.env));
    if (typeof own !== 'string') return own;
    if (own === 'unreachable') setInstanceFault(t.faults.unreachable);
    form.current?.querySelector('input')?.focus();
    return undefined;
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (busy) return;
    if (userName.trim() === '' || password === '') {
      form.current?.querySelector<HTMLInputElement>('input[aria-invalid=true], input:placeholder-shown')?.focus();
      return;
    }
    setBusy(true);
    setFault(undefined);
    try {
      const target = instance.trim() === '' ? await lookForOwn() : await look();
      if (target === undefined) return;
      await kontor.signIn(target, { username: userName, password });
      onDone?.();
    } catch (error) {
      setFault(sentence(asFailure(error)));
    } finally {
      setBusy(false);
    }
  };

  const Frame = onDone === undefined ? 'main' : 'div';
  const empty = (text: string): Shown => (tried && !busy && text.trim() === '' ? t.missing : undefined);
  return (
    <Frame className="login" data-in-dialog={onDone !== undefined}>
      <form ref={form} className="login-card" onSubmit={(event) => void submit(event)} noValidate>
        <header>
          <img src="/icon.svg" alt="" width="40" height="40" />
          <h1>{found?.info.title ?? 'Kontor'}</h1>
        </header>
        {ended && onDone === undefined ? <Callout icon="lock-simple">{t.ended}</Callout> : null}
        <TextField
          label={t.instance}
          hint={t.instanceHint}
          fault={instanceFault ?? empty(instance)}
          value={instance}
          autoCapitalize="off"
          autoComplete="organization"
          spellCheck={false}
          autoFocus={instance === ''}
          onChange={(event) => {
            setInstance(event.currentTarget.value);
            setInstanceFault(undefined);
          }}
          onBlur={() => void look()}
        />
        <TextField
          label={t.userName}
          fault={empty(userName)}
          value={userName}
          autoCapitalize="off"
          autoComplete="username"
          spellCheck={false}
          autoFocus={instance !== '' && userName === ''}
          onChange={(event) => setUserName(event.currentTarget.value)}
        />
        <PasswordField
          label={t.password}
          showLabel={t.showPassword}
          fault={empty(password)}
          value={password}
          autoComplete="current-password"
          autoFocus={instance !== '' && userName !== ''}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {fault === undefined ? null : (
          <Callout tone="fault" icon="warning">
            {fault}
          </Callout>
        )}
        <Button kind="primary" type="submit" aria-disabled={busy}>
          {busy ? t.signingIn : t.signIn}
        </Button>
      </form>
      {onDone === undefined ? <Footer /> : null}
    </Frame>
  );
}

/** Language and brightness, before anybody is signed in. */
function Footer() {
  const t = useTexts(texts);
  const { settings } = useShell();
  const { theme } = useSettings();
  const language = useLanguage();
  return (
    <footer className="login-footer">
      <label>
        <span className="hidden-text">{t.language}</span>
        <select
          className="input"
          value={language}
          onChange={(event) => settings.change({ language: event.currentTarget.value as 'de' | 'en' })}
        >
          <option value="de">{t.german}</option>
          <option value="en">{t.english}</option>
        </select>
      </label>
      <label>
        <span className="hidden-text">{t.theme}</span>
        <select
          className="input"
          value={theme}
          onChange={(event) => settings.change({ theme: event.currentTarget.value as 'auto' | 'light' | 'dark' })}
        >
          <option value="auto">{`${t.theme}: ${t.auto}`}</option>
          <option value="light">{t.light}</option>
          <option value="dark">{t.dark}</option>
        </select>
      </label>
    </footer>
  );
}
