import { asFailure, type Failure } from '../../../client/failure.ts';
import type { Kontor } from '../../../client/kontor.ts';
import { beginElsewhere } from '../../../client/sign-in-elsewhere.ts';
import { loadDevice } from '../../../device/index.ts';
import type { FoundInstance } from '../../../client/auth-request.ts';

function onceShownAgain(then: () => void): void {
  const look = (): void => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', look);
    then();
  };
  document.addEventListener('visibilitychange', look);
}

/**
 * Sends the window to the page of an instance of another origin, for a passkey. Returns a `Failure` where it stays here; `onReturn` is
 * called where the person steps back and finds this page as they left it.
 */
export async function goElsewhere(
  kontor: Kontor,
  instance: FoundInstance,
  onReturn: () => void,
): Promise<Failure | undefined> {
  try {
    const { links } = await loadDevice();
    const scheme = await links.scheme();
    const address = await beginElsewhere(kontor.env, instance, scheme);
    await kontor.beforeLeaving();
    // An app stays where it is while the phone's browser shows that page.
    if (scheme === undefined) window.addEventListener('pageshow', onReturn, { once: true });
    else onceShownAgain(onReturn);
    await links.browse(address);
    return undefined;
  } catch (error) {
    return asFailure(error);
  }
}
