import type { Account } from '../../client/accounts.ts';
import { Dialog } from '../../ui/overlays.tsx';
import type { LoginScreen } from './sign-in-screens.ts';
import { useShell, useTexts } from '../context.tsx';
import { texts } from './instances-texts.ts';

/** The sign-in of one account more, or of one whose session is over. */
export function SignInDialog({ login: Login, account }: { login: LoginScreen; account: Account | 'new' }) {
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
