import { createPrivateKey, randomUUID, type KeyObject } from 'node:crypto';
import type { Http2Answer } from '../egress/index.ts';
import { UNREACHED, delivery, retryAfterMs, type Delivery, type Envelope, type ServiceDevice } from './outcome.ts';

export interface ApnsKeys {
  /** PEM of the key that Apple gives to the app's maker, for ES256. */
  readonly key: string;
  readonly keyId: string;
  readonly teamId: string;
}

type ApnsDevice = Extract<ServiceDevice, { kind: 'apns' }>;
export type ApnsOrigins = Readonly<Record<ApnsDevice['environment'], string>>;
export const APNS_ORIGINS: ApnsOrigins = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
};

/** Apple takes a word for who pushes for an hour, and refuses whoever makes more than one in twenty minutes. */
const WORD_MS = 50 * 60_000;
const MIN_WORD_MS = 20 * 60_000;

/** Under this key the app finds what was encrypted for it. */
export const BODY_KEY = 'body';
/** What the system shows where the app's own extension could not open the bytes: which language its person reads is known to nobody here. */
const FALLBACK = { title: 'Kontor', body: 'Neues · Something new' };

/** What Apple is sent: nothing that says anything, and the bytes for the device. */
export function apnsPayload({ body, urgency }: Envelope): string {
  const aps =
    urgency === 'low'
      ? { 'content-available': 1 }
      : {
          alert: FALLBACK,
          'mutable-content': 1,
          sound: 'default',
          ...(urgency === 'high' ? { 'interruption-level': 'time-sensitive' } : {}),
        };
  return JSON.stringify({ aps, [BODY_KEY]: body.toString('base64url') });
}

/** Reasons by which Apple says that a token is of no use any more, to this app or at all. */
const GONE = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken']);
/** Reasons that are a fault of the keys, and none of the device or the message. */
const OF_KEYS = new Set([
  'ExpiredProviderToken',
  'InvalidProviderToken',
  'MissingProviderToken',
  'BadCertificate',
  'BadCertificateEnvironment',
  'Forbidden',
  'TooManyProviderTokenUpdates',
]);

const reasonOf = ({ body }: Http2Answer): string => {
  try {
    const { reason } = JSON.parse(body) as { reason?: unknown };
    return typeof reason === 'string' ? reason : '';
  } catch {
    return '';
  }
};

/** Returns what Apple's answer means. */
export function judgeApns(answer: Http2Answer, now: number): Delivery {
  const { status, headers } = answer;
  const reason = reasonOf(answer);
  if (status === 200) return delivery('sent');
  if (status === 410 || GONE.has(reason)) return delivery('gone');
  const wait = headers['retry-after'];
  const waitMs = retryAfterMs(typeof wait === 'string' ? wait : undefined, now);
  if (status === 429 || status >= 500 || OF_KEYS.has(reason) || status === 403) return delivery('busy', waitMs);
  return delivery('refused');
}

/** Pushes to Apple's service. */
export class Apns {
  readonly #key: KeyObject;
  readonly #keys: ApnsKeys;
  readonly #origins: ApnsOrigins;
  readonly #poster: { post(...of: [string, string, Record<string, string>, string]): Promise<Http2Answer> };
  readonly #now: () => number;
  #word: { readonly text: Promise<string>; readonly at: number } | undefined;

  constructor(
    keys: ApnsKeys,
    by: {
      readonly poster: { post(...of: [string, string, Record<string, string>, string]): Promise<Http2Answer> };
      readonly now: () => number;
      readonly origins?: ApnsOrigins;
    },
  ) {
    this.#key = createPrivateKey(keys.key);
    this.#keys = keys;
    this.#poster = by.poster;
    this.#now = by.now;
    this.#origins = by.origins ?? APNS_ORIGINS;
  }

  async send(device: ApnsDevice, envelope: Envelope): Promise<Delivery> {
    try {
      const answer = await this.#post(device, envelope);
      if (reasonOf(answer) !== 'ExpiredProviderToken' || !this.#drop()) return judgeApns(answer, this.#now());
      return judgeApns(await this.#post(device, envelope), this.#now());
    } catch {
      // Not a word of the token, which whoever reads the log could push to.
      return UNREACHED;
    }
  }

  async #post(device: ApnsDevice, envelope: Envelope): Promise<Http2Answer> {
    const isSilent = envelope.urgency === 'low';
    return this.#poster.post(
      this.#origins[device.environment],
      `/3/device/${encodeURIComponent(device.token)}`,
      {
        authorization: `bearer ${await this.#provider()}`,
        'content-type': 'application/json',
        'apns-id': randomUUID(),
        'apns-topic': device.app,
        'apns-push-type': isSilent ? 'background' : 'alert',
        'apns-priority': isSilent ? '5' : '10',
        'apns-expiration': String(Math.floor(this.#now() / 1000) + envelope.ttl),
        'apns-collapse-id': envelope.topic,
      },
      apnsPayload(envelope),
    );
  }

  /** Who pushes, signed. The same word for as long as Apple likes it to be. */
  #provider(): Promise<string> {
    const now = this.#now();
    if (this.#word !== undefined && now - this.#word.at < WORD_MS && now >= this.#word.at) return this.#word.text;
    const { keyId, teamId } = this.#keys;
    const text = import('jose').then(({ SignJWT }) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .setIssuer(teamId)
        .setIssuedAt(Math.floor(now / 1000))
        .sign(this.#key),
    );
    this.#word = { text, at: now };
    return text;
  }

  /** Has the next word be another one, where Apple would take another one. */
  #drop(): boolean {
    if (this.#word === undefined || this.#now() - this.#word.at < MIN_WORD_MS) return false;
    this.#word = undefined;
    return true;
  }
}
