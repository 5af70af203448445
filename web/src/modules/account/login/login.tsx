import './login.css';
import type { SignInPage } from '@kontor/contract/account';
import { Suspense, useEffect, useState } from 'react';
import type { Account } from '../../../client/accounts.ts';
import { useKontor, useSession, useValue } from '../../../client/react.tsx';
import { askSignInPage } from '../../../client/sign-in.ts';
import { type FoundInstance } from '../../../client/auth-request.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { SkeletonBlock, Button, Callout } from '../../../ui/parts.tsx';
import { Forgotten } from './forgotten.tsx';
import { LoginFooter } from './footer.tsx';
import { NewPassword, type AfterLink } from './new-password.tsx';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';
import { texts } from './texts.ts';

// Few come by these, and nobody on the first screen.
const ForElsewhere = lazily(() => import('./for-elsewhere.tsx').then((module) => module.ForElsewhere));
const FromElsewhere = lazily(() => import('./from-elsewhere.tsx').then((module) => module.FromElsewhere));

const LINK = '#link=';

/** What an instance shows before anybody is signed in; undefined until it has said it. */
function useSignInPage(instance: FoundInstance | undefined): SignInPage | undefined {
  const { env } = useKontor();
  const [loaded, setLoaded] = useState<{ readonly of: FoundInstance; readonly page: SignInPage }>();
  useEffect(() => {
    if (instance === undefined) return undefined;
    let stopped = false;
    askSignInPage(env, instance).then(
      (page) => void (stopped || setLoaded({ of: instance, page })),
      // The sign-in needs none of it.
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, [env, instance]);
  return loaded?.of === instance ? loaded?.page : undefined;
}

/** What stands in the fields at first: who signed in here last, or is to sign in again. */
const firstOf = (account: Account | undefined, origin: string) =>
  account === undefined
    ? {}
    : { instance: account.url === origin ? account.name : account.url, userName: account.user };

/**
 * What stands where nobody is signed in: the sign-in, the forgotten password, the new one by a link, and a passkey for or from
 * elsewhere. In a dialog, which `onDone` closes, it is the sign-in alone: of one account more, or of `preset` again.
 */
export function Login({ preset, onDone }: { preset?: Account | undefined; onDone?: () => void }) {
  const kontor = useKontor();
  const { arrival } = useShell();
  const arrived = useValue(arrival);
  const [after, setAfter] = useState<AfterLink>();
  const [elsewhere, setElsewhere] = useState<FoundInstance>();
  const [chosenInstance, setChosenInstance] = useState<FoundInstance>();
  const page = useSignInPage(chosenInstance);
  const origin = kontor.env.origin;
  if (onDone !== undefined)
    return (
      <SignInForm
        first={firstOf(preset, origin)}
        own={false}
        isBound
        onOutcome={(outcome) => {
          if (outcome === 'successful-add-account') onDone();
        }}
      />
    );
  if (arrived === undefined) {
    const fields = elsewhere === undefined ? undefined : { instance: elsewhere.url };
    const first = after ?? fields ?? firstOf(preset ?? kontor.accounts.list().at(-1), origin);
    return <SignInPageFrame first={first} after={after} />;
  }
  const close = (): void => arrival.set(undefined);
  return (
    <main className="login">
      <div className="login-card">
        {arrived.startsWith(LINK) ? (
          <NewPassword
            key={arrived}
            token={arrived.slice(LINK.length)}
            onDone={(more) => {
              setAfter(more);
              close();
            }}
          />
        ) : (
          <Suspense fallback={<SkeletonBlock width="100%" height={120} />}>
            {arrived.startsWith('#redirect=') ? (
              <ForElsewhere key={arrived} fragment={arrived.slice(1)} onFound={setChosenInstance} onStay={close} />
            ) : (
              <FromElsewhere
                key={arrived}
                answer={arrived.slice(1)}
                onDone={(instance) => {
                  setElsewhere(instance);
                  close();
                }}
              />
            )}
          </Suspense>
        )}
      </div>
      <LoginFooter page={page} />
    </main>
  );
}

/** The sign-in as a page. `after`: a link has set a password that is still to be signed in with. */
function SignInPageFrame({ first, after }: { first: SignInFormProps['first'] & object; after: AfterLink | undefined }) {
  const t = useTexts(texts);
  const { ended } = useSession();
  const [found, setFound] = useState<FoundInstance>();
  const [isForgotten, setForgotten] = useState(false);
  const page = useSignInPage(found);
  return (
    <main className="login">
      <div className="login-card">
        {isForgotten && found !== undefined ? (
          <Forgotten
            instance={found}
            canMail={page?.passwordReset ?? false}
            userName={first.userName ?? ''}
            onBack={() => setForgotten(false)}
          />
        ) : (
          <SignInForm
            first={first}
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
