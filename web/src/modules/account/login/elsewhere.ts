import { asFailure, type Failure } from '../../../client/failure.ts';
import type { Kontor } from '../../../client/kontor.ts';
import { beginElsewhere } from '../../../client/sign-in-elsewhere.ts';
import type { FoundInstance } from '../../../client/auth-request.ts';

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
    const address = await beginElsewhere(kontor.env, instance);
    await kontor.beforeLeaving();
    window.addEventListener('pageshow', onReturn, { once: true });
    window.location.assign(address);
    return undefined;
  } catch (error) {
    return asFailure(error);
  }
}
