import { createECDH, createPrivateKey } from 'node:crypto';
import type { PushKeys } from './keys.ts';
import type { WebSubscription } from './rules.ts';

/** A message holds so many bytes, or a multiple of that: its length does not say what it is about. */
const STEP_BYTES = 512;
/** How long the word for who pushes is good for, in seconds; services take a day at most. */
const GOOD_FOR_S = 12 * 3600;

/** Encrypts a text for a device (RFC 8291), whichever way it goes there. */
export async function encryptFor({ keys }: Pick<WebSubscription, 'keys'>, payload: string): Promise<Buffer> {
  const { encrypt } = await import('http_ece');
  const plain = Buffer.from(payload);
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  return encrypt(plain, {
    version: 'aes128gcm',
    dh: keys.p256dh,
    privateKey,
    authSecret: keys.auth,
    pad: (STEP_BYTES - (plain.length % STEP_BYTES)) % STEP_BYTES,
  });
}

/** The headers of what is sent to a push service (RFC 8030), signed by the instance (RFC 8292). */
export async function headersTo(
  endpoint: string,
  body: Buffer,
  by: {
    readonly keys: PushKeys;
    /** Where a service that has something to say writes to: `https:` or `mailto:`. */
    readonly subject: string;
    readonly ttl: number;
    readonly urgency: string;
    readonly topic: string;
    /** Milliseconds since 1970. */
    readonly now: number;
  },
): Promise<Readonly<Record<string, string | number>>> {
  const { SignJWT } = await import('jose');
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(by.now / 1000) + GOOD_FOR_S)
    .setSubject(by.subject)
    .sign(createPrivateKey({ key: by.keys.privateKey, format: 'jwk' }));
  return {
    authorization: `vapid t=${token}, k=${by.keys.publicKey}`,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': body.length,
    ttl: by.ttl,
    urgency: by.urgency,
    topic: by.topic,
  };
}
