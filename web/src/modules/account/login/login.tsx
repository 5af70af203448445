import './login.css';
import type { SignInPage } from '@kontor/contract/account';
import { useEffect, useState } from 'react';
import { useKontor, useSession, useValue } from '../../../client/react.tsx';
import { askSignInPage, type FoundInstance } from '../../../client/sign-in.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { Forgotten } from './forgotten.tsx';
import { LoginFooter } from './footer.tsx';
import { NewPassword, type AfterLink } from './new-password.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';

/** What an instance shows before anybody is signed in; undefined until it has said it. */
function useSignInPage(instance: FoundInstance | undefined): SignInPage | undefined {
  const { env } = useKontor();
  const [page, setPage] = useState<SignInPage>();
  useEffect(() => {
    if (instance === undefined) return undefined;
    let stopped = false;
    askSignInPage(env, instance).then(
      (answer) => void (stopped || setPage(answer)),
      // The sign-in needs none of it.
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, [env, instance]);
  return page;
}

/** What stands where nobody is signed in: the sign-in, the forgotten password, and the new one by a link. */
export function Login() {
  const t = useTexts(texts);
  const kontor = useKontor();
  const { linkToken } = useShell();
  const token = useValue(linkToken);
  const { ended } = useSession();
  const last = kontor.accounts.list().at(-1);
  const [found, setFound] = useState<FoundInstance>();
  const [isForgotten, setForgotten] = useState(false);
  const [after, setAfter] = useState<AfterLink>();
  const page = useSignInPage(found);
  if (token !== undefined)
    return (
      <main className="login">
        <div className="login-card">
          <NewPassword
            key={token}
            token={token}
            onDone={(rest) => {
              setAfter(rest);
              linkToken.set(undefined);
            }}
          />
        </div>
        <LoginFooter page={page} />
      </main>
    );
  return (
    <main className="login">
      <div className="login-card">
        {isForgotten && found !== undefined ? (
          <Forgotten
            instance={found}
            canMail={page?.passwordReset ?? false}
            userName={last?.user ?? ''}
            onBack={() => setForgotten(false)}
          />
        ) : (
          <SignInForm
            key={after === undefined ? 'first' : 'after'}
            first={after ?? { instance: last?.name ?? '', userName: last?.user ?? '' }}
            onFound={setFound}
            more={
              <Button kind="plain" disabled={found === undefined} onClick={() => setForgotten(true)}>
                {t.forgotten}
              </Button>
            }
          >
            <header>
              <img src="/icon.svg" alt="" width="40" height="40" />
              <h1>{page?.title ?? found?.info.title ?? 'Kontor'}</h1>
            </header>
            {after !== undefined ? (
              <Callout tone="good" icon="check-circle">
                {after.twoFactor ? t.link.done : t.link.doneLocked}
              </Callout>
            ) : ended ? (
              <Callout icon="lock-simple">{t.ended}</Callout>
            ) : null}
          </SignInForm>
        )}
      </div>
      <LoginFooter page={page} />
    </main>
  );
}
