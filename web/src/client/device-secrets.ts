import type { DeviceSecure } from '../device/device.ts';
import { loadDevice } from '../device/index.ts';
import type { TextStorage } from './environment.ts';

/** Set by the build: in one for browsers nothing of this is needed, and the device is not loaded for it. */
declare const KONTOR_BUILT_FOR: 'browser' | 'phone';

const SECRET = 'seal';
/** Says in the local storage, which goes with the app, that this installation has begun. */
const INSTALLED = 'kontor.installed';

/** Where the device keeps what nobody else may have; undefined where it has no such place. */
export async function deviceSecrets(): Promise<DeviceSecure | undefined> {
  if (typeof KONTOR_BUILT_FOR !== 'undefined' && KONTOR_BUILT_FOR === 'browser') return undefined;
  return (await loadDevice()).secure;
}

/** Forgets what an earlier installation has left: some systems keep secrets when an app is deleted. */
export async function wipeAtFirstRun(secure: DeviceSecure, storage: TextStorage): Promise<void> {
  if (storage.getItem(INSTALLED) !== null) return;
  for (const key of await secure.keys()) await secure.remove(key);
  storage.setItem(INSTALLED, '1');
}

/** What the device keeps cannot be read now: a phone that is locked gives nothing of what it has. */
export class LockedError extends Error {}

/** Reads what the device keeps; undefined where there is none. Rejects with a `LockedError` where it is there, or may be. */
export async function readSecret(secure: DeviceSecure, key: string): Promise<string | undefined> {
  const kept = await secure.get(key);
  if (kept !== undefined) return kept;
  const names = await secure.keys().catch(() => undefined);
  if (names === undefined || names.includes(key)) throw new LockedError(`${key} cannot be read now`);
  return undefined;
}

const toText = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromText = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (sign) => sign.codePointAt(0) ?? 0);

/** The secret of this installation, from which all keys come that seal something here: without it nothing can be read any more. */
async function secretOf(secure: DeviceSecure): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await readSecret(secure, SECRET);
  if (kept !== undefined) return fromText(kept);
  const made = crypto.getRandomValues(new Uint8Array(32));
  await secure.set(SECRET, toText(made));
  return made;
}

/** The key by which something is sealed, which no script can read out. `purpose`: what it is for; each has a key of its own. */
export async function keyFor(secure: DeviceSecure, purpose: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', await secretOf(secure), 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode(`kontor ${purpose}`);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info };
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
