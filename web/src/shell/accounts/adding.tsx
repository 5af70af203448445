import { useEffect, useRef } from 'react';
import { useValue } from '../../client/react.tsx';
import type { LoginScreen } from './sign-in-screens.ts';
import { Boundary } from '../failures/boundary.tsx';
import { useShell, useTexts } from '../context.tsx';
import { useAccountEntries } from './account-entries.ts';
import { texts } from './instances-texts.ts';
import type { Account } from '../../client/accounts.ts';
import { Dialog } from '../../ui/overlays.tsx';

/** The sign-in of one account more, or of one whose session is over. */
function SignInDialog({ login: Login, account }: { login: LoginScreen; account: Account | 'new' }) {
  const t = useTexts(texts);
  const { adding } = useShell();
  const close = (): void => adding.set(undefined);
  const preset = account === 'new' ? undefined : account;
  return (
    <Dialog
      title={preset === undefined ? t.addTitle : t.again(preset.title || preset.name)}
      closeLabel={t.close}
      onClose={close}
    >
      <Login preset={preset} onDone={close} />
    </Dialog>
  );
}

/** The sign-in of one account more, and what is said where a server has ended a session. */
export function Adding({ login }: { login: LoginScreen }) {
  const t = useTexts(texts);
  const { adding, notices } = useShell();
  const { accountEntries } = useAccountEntries();
  const account = useValue(adding);
  const reportedKeys = useRef<readonly string[]>([]);
  useEffect(() => {
    const ended = accountEntries.filter(({ state }) => state === 'ended');
    for (const { key, account: whose } of ended)
      if (!reportedKeys.current.includes(key))
        notices.show({
          text: t.endedAt(whose.title || whose.name),
          tone: 'fault',
          action: { label: t.signIn, run: () => adding.set(whose) },
        });
    reportedKeys.current = ended.map(({ key }) => key);
  }, [accountEntries, notices, adding, t]);
  if (account === undefined) return null;
  return (
    <Boundary>
      <SignInDialog login={login} account={account} />
    </Boundary>
  );
}
