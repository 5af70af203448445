import type { Pushed } from './device.ts';

/** What opens the pushes of one account: the keys that its server seals them for. */
export interface PushKeys {
  /** The private key as JSON Web Key. */
  readonly privateKey: JsonWebKey;
  /** Base64url, as the server is told them: an uncompressed point on P-256, and 16 bytes. */
  readonly p256dh: string;
  readonly auth: string;
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const POINT = 65;
const SALT = 16;
const HEAD = SALT + 4 + 1;
/** What is behind the words of the last record, and before what fills it up. */
const LAST_RECORD = 2;

type Bytes = Uint8Array<ArrayBuffer>;

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
export const fromBase64Url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0);

/** Makes keys for an account. */
export async function newPushKeys(): Promise<PushKeys> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits']);
  const [privateKey, point] = await Promise.all([
    crypto.subtle.exportKey('jwk', pair.privateKey),
    crypto.subtle.exportKey('raw', pair.publicKey),
  ]);
  const auth = crypto.getRandomValues(new Uint8Array(16));
  return { privateKey, p256dh: toBase64Url(new Uint8Array(point)), auth: toBase64Url(auth) };
}

async function expand(secret: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, length * 8));
}

const join = (...parts: readonly Uint8Array[]): Bytes => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
const bytes = (text: string): Bytes => new TextEncoder().encode(text);

/** Opens a push of one record, sealed by RFC 8291 as `aes128gcm`. Rejects where it was sealed for other keys. */
export async function openPush(sealed: Bytes, keys: PushKeys): Promise<string> {
  const salt = sealed.slice(0, SALT);
  const length = sealed[HEAD - 1] ?? 0;
  const sender = sealed.slice(HEAD, HEAD + length);
  if (length !== POINT || sender.length !== POINT) throw new Error('not a sealed push');
  const [own, theirs] = await Promise.all([
    crypto.subtle.importKey('jwk', keys.privateKey, CURVE, false, ['deriveBits']),
    crypto.subtle.importKey('raw', sender, CURVE, false, []),
  ]);
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, own, 256));
  const info = join(bytes('WebPush: info\0'), fromBase64Url(keys.p256dh), sender);
  const secret = await expand(shared, fromBase64Url(keys.auth), info, 32);
  const [key, iv] = await Promise.all([
    expand(secret, salt, bytes('Content-Encoding: aes128gcm\0'), 16),
    expand(secret, salt, bytes('Content-Encoding: nonce\0'), 12),
  ]);
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, sealed.slice(HEAD + length)));
  const end = padded.lastIndexOf(LAST_RECORD);
  return new TextDecoder().decode(padded.slice(0, end));
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads what a push says; undefined where it is none of ours. */
export function readPushed(data: Readonly<Record<string, unknown>>, account?: string): Pushed | undefined {
  const { instanceName, aggregateId, kind = 'item', tag = '' } = data;
  if (!isText(instanceName) || !isText(kind) || !isText(tag)) return undefined;
  return {
    account: account ?? (isText(data['account']) ? data['account'] : undefined),
    instanceName,
    aggregateId: isText(aggregateId) && aggregateId !== '' ? aggregateId : null,
    kind,
    tag,
  };
}

/** Names under which a relay, or what opened the push before the app, may hand on what was sealed. */
const SEALED = ['sealed', 'message', 'body', 'payload'] as const;

/**
 * Reads the data of a push as the system hands them over: what was opened before, or what is sealed still, for any of the accounts whose
 * keys are on this device. Returns undefined where it is none of ours.
 */
export async function pushedIn(
  data: Readonly<Record<string, unknown>>,
  keysOf: () => Promise<ReadonlyMap<string, PushKeys>>,
): Promise<Pushed | undefined> {
  const opened = readPushed(data);
  if (opened !== undefined) return opened;
  const sealed = SEALED.map((name) => data[name]).find(isText);
  if (sealed === undefined) return undefined;
  for (const [account, keys] of await keysOf()) {
    try {
      const text = await openPush(fromBase64Url(sealed), keys);
      return readPushed(JSON.parse(text) as Record<string, unknown>, account);
    } catch {
      // It was sealed for another account.
    }
  }
  return undefined;
}
