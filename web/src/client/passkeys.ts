import { CeremonySchema, RegistrationAnswerSchema } from '@kontor/contract/account';
import { askAuth, type FoundInstance } from './auth-request.ts';
import type { Environment } from './environment.ts';
import { Failure } from './failure.ts';
import type { Transport } from './transport.ts';

/** What a passkey has signed, with the handle of the ceremony that asked for it. */
export interface PasskeyAnswer {
  readonly authToken: string;
  readonly response: unknown;
}

/** How long the server remembers a challenge, less a little: an offer in a field waits for the person, who may take longer. */
const OFFER_MS = 4.5 * 60_000;

/** Set by the build. Not there where the sources run as they are. */
declare const KONTOR_BUILT_FOR: 'browser' | 'phone';

/** The shell of a phone has no passkeys of its own: those of an instance are asked for by its page, in the phone's browser, which leads back. */
export const isShell = typeof KONTOR_BUILT_FOR !== 'undefined' && KONTOR_BUILT_FOR === 'phone';

/**
 * Whether this browser can use passkeys here: they exist in secure contexts alone, and belong to the address that the app is served
 * from. The JSON forms are in every browser that is kept up to date (Chromium 129, Firefox 119, Safari 18.4).
 */
export const canUsePasskeys = (): boolean =>
  !isShell &&
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

/** Whether somebody can sign in to an instance with a passkey: here, or at its own page. */
export const canSignInByPasskey = (): boolean => isShell || canUsePasskeys();

/** Whether the browser can offer passkeys in the field of the user name. */
export async function canOfferPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false));
}

/** The person has called it off, another ceremony has taken its place, or the browser has waited long enough. */
const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** `PASSKEY_CANCELLED` where nothing went wrong but that the person did not go on, `PASSKEY_KNOWN` where the device has one already. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const code =
    error instanceof DOMException && error.name === 'InvalidStateError'
      ? 'PASSKEY_KNOWN'
      : isCancelled(error)
        ? 'PASSKEY_CANCELLED'
        : 'PASSKEY_FAILED';
  const problem = { type: 'about:blank', title: String(error), status: 0, code };
  return new Failure(code === 'PASSKEY_CANCELLED' ? 'aborted' : 'problem', String(error), { problem });
}

async function signed(options: object, how: CredentialRequestOptions = {}): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const credential = await navigator.credentials.get({ publicKey, ...how });
  if (!(credential instanceof PublicKeyCredential)) throw new Failure('shape', 'no passkey');
  return credential.toJSON();
}

/**
 * Has the person sign with a passkey. `offer`: only where the person picks one in the field of the user name; that waits until it is
 * aborted. Rejects with a `Failure`.
 */
export async function askPasskey(
  env: Environment,
  instance: FoundInstance,
  { offer, signal }: { readonly offer: boolean; readonly signal: AbortSignal },
): Promise<PasskeyAnswer> {
  try {
    const query = new URLSearchParams({ instance: instance.info.name });
    const path = `/auth/generate-authentication-options?${query}`;
    const { authToken, options } = await askAuth(env, instance, path, CeremonySchema);
    signal.throwIfAborted();
    const how = { signal, ...(offer ? { mediation: 'conditional' as const } : {}) };
    return { authToken, response: await signed(options, how) };
  } catch (error) {
    throw failureOf(error);
  }
}

/** Offers passkeys in the field of the user name for as long as `signal` lets it, with a new challenge whenever one grows old. */
export async function offerPasskeys(
  env: Environment,
  instance: FoundInstance,
  signal: AbortSignal,
): Promise<PasskeyAnswer | undefined> {
  while (!signal.aborted) {
    const offer = new AbortController();
    const stop = (): void => offer.abort();
    signal.addEventListener('abort', stop, { once: true });
    void env.sleep(OFFER_MS, offer.signal).then(stop);
    try {
      return await askPasskey(env, instance, { offer: true, signal: offer.signal });
    } catch {
      // A challenge that has grown old makes room for the next one; anything else ends the offer, the button is there.
      if (!offer.signal.aborted) return undefined;
    } finally {
      signal.removeEventListener('abort', stop);
      offer.abort();
    }
  }
  return undefined;
}

/** Has the signed-in person sign with one of their own passkeys, to prove who they are. Rejects with a `Failure`. */
export async function askOwnPasskey(transport: Transport): Promise<PasskeyAnswer> {
  try {
    const { authToken, options } = await transport.json(CeremonySchema, '/auth/generate-proof-options');
    return { authToken, response: await signed(options) };
  } catch (error) {
    throw failureOf(error);
  }
}

/** Makes a passkey of the signed-in person on this device. Rejects with a `Failure`. */
export async function registerPasskey(transport: Transport, name: string): Promise<void> {
  try {
    const { authToken, options } = await transport.json(CeremonySchema, '/auth/generate-registration-options');
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    );
    const credential = await navigator.credentials.create({ publicKey });
    if (!(credential instanceof PublicKeyCredential)) throw new Failure('shape', 'no passkey');
    const answer = await transport.json(RegistrationAnswerSchema, '/auth/verify-registration', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...credential.toJSON(), authToken, name }),
    });
    if (!answer.verified) throw new Failure('shape', 'the passkey was not accepted');
  } catch (error) {
    throw failureOf(error);
  }
}
