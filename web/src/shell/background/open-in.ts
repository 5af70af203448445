import type { Kontor } from '../../client/kontor.ts';
import type { Navigator } from '../history.ts';

/** How long an account that is being opened is waited for, in milliseconds. */
const MAX_MS = 30_000;

/** Shows an account, then an address in it. Returns false where nobody is signed in as that. */
export async function openIn(
  kontor: Pick<Kontor, 'session' | 'show'>,
  navigator: Pick<Navigator, 'go'>,
  account: string,
  address: string,
): Promise<boolean> {
  const isShown = (): boolean => kontor.session.get().client?.key === account;
  if (!isShown()) {
    if (!kontor.show(account)) return false;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = kontor.session.subscribe(() => {
      if (isShown()) resolve();
    });
    const timer = setTimeout(resolve, MAX_MS);
    if (!isShown()) await promise;
    clearTimeout(timer);
    stop();
    if (!isShown()) return false;
  }
  navigator.go(address);
  return true;
}
