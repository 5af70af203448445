import { createPrivateKey, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { BODY_KEY } from './apns.ts';
import { UNREACHED, delivery, retryAfterMs, type Delivery, type Envelope, type ServiceDevice } from './outcome.ts';

/** What Google's file for a service account has, as far as it is needed. */
export const FcmAccountSchema = v.object({
  project_id: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  client_email: v.pipe(v.string(), v.minLength(3)),
  private_key: v.pipe(v.string(), v.includes('PRIVATE KEY')),
  token_uri: v.optional(v.pipe(v.string(), v.url()), 'https://oauth2.googleapis.com/token'),
});
export type FcmAccount = v.InferOutput<typeof FcmAccountSchema>;

export const FCM_ORIGIN = 'https://fcm.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const HOUR_S = 3600;
/** A token is not used in the last minute that it is good for. */
const MARGIN_MS = 60_000;

export interface Sent {
  readonly status: number;
  readonly body: string;
  readonly retryAfter?: string | undefined;
}
/** Posts a text to an address. Rejects where no answer comes. */
export type Post = (address: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Sent>;

/** What Google is sent: data alone, so that it is the app that says something, or nothing. */
export const fcmPayload = ({ token }: { readonly token: string }, { body, ttl, topic, urgency }: Envelope): string =>
  JSON.stringify({
    message: {
      token,
      data: { [BODY_KEY]: body.toString('base64url') },
      // What shows nothing may wait until the device wakes by itself.
      android: { priority: urgency === 'low' ? 'normal' : 'high', ttl: `${ttl}s`, collapse_key: topic },
    },
  });

const ErrorSchema = v.object({
  error: v.object({
    status: v.optional(v.string(), ''),
    message: v.optional(v.string(), ''),
    details: v.optional(
      v.array(
        v.object({
          errorCode: v.optional(v.string()),
          fieldViolations: v.optional(v.array(v.object({ field: v.optional(v.string(), '') })), []),
        }),
      ),
      [],
    ),
  }),
});

function errorIn(body: string): { readonly code: string; readonly isOfToken: boolean } {
  try {
    const { error } = v.parse(ErrorSchema, JSON.parse(body));
    const code = error.details.find(({ errorCode }) => errorCode !== undefined)?.errorCode ?? error.status;
    const isOfToken =
      error.details.some(({ fieldViolations }) => fieldViolations.some(({ field }) => field === 'message.token')) ||
      /registration token/i.test(error.message);
    return { code, isOfToken };
  } catch {
    return { code: '', isOfToken: false };
  }
}

/** Returns what Google's answer means. */
export function judgeFcm({ status, body, retryAfter }: Sent, now: number): Delivery {
  if (status >= 200 && status < 300) return delivery('sent');
  const { code, isOfToken } = errorIn(body);
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return delivery('gone');
  if (status === 400) return delivery(isOfToken ? 'gone' : 'refused');
  // A quota, a fault of Google's, or one of the keys: none of the device's.
  if ([401, 403, 404, 408, 429].includes(status) || status >= 500)
    return delivery('busy', retryAfterMs(retryAfter, now));
  return delivery('refused');
}

const TokenSchema = v.object({ access_token: v.pipe(v.string(), v.minLength(1)), expires_in: v.number() });

/** Pushes to Google's service. */
export class Fcm {
  readonly #account: FcmAccount;
  readonly #key: KeyObject;
  readonly #post: Post;
  readonly #now: () => number;
  readonly #origin: string;
  #access: Promise<{ readonly token: string; readonly until: number }> | undefined;

  constructor(
    account: FcmAccount,
    by: { readonly post: Post; readonly now: () => number; readonly origin?: string | undefined },
  ) {
    this.#account = account;
    this.#key = createPrivateKey(account.private_key);
    this.#post = by.post;
    this.#now = by.now;
    this.#origin = by.origin ?? FCM_ORIGIN;
  }

  async send(device: Extract<ServiceDevice, { kind: 'fcm' }>, envelope: Envelope): Promise<Delivery> {
    try {
      const first = await this.#send(device, envelope);
      if (first.status !== 401) return judgeFcm(first, this.#now());
      this.#access = undefined;
      return judgeFcm(await this.#send(device, envelope), this.#now());
    } catch {
      return UNREACHED;
    }
  }

  async #send(device: { readonly token: string }, envelope: Envelope): Promise<Sent> {
    const { token } = await this.#accessToken();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const address = `${this.#origin}/v1/projects/${this.#account.project_id}/messages:send`;
    return this.#post(address, headers, fcmPayload(device, envelope));
  }

  async #accessToken(): Promise<{ readonly token: string }> {
    const known = await this.#access?.catch(() => undefined);
    if (known !== undefined && known.until > this.#now()) return known;
    const asking = this.#ask();
    this.#access = asking;
    return asking;
  }

  async #ask(): Promise<{ readonly token: string; readonly until: number }> {
    const { SignJWT } = await import('jose');
    const { client_email: issuer, token_uri: address } = this.#account;
    const now = this.#now();
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(address)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor(now / 1000) + HOUR_S)
      .sign(this.#key);
    const form = new URLSearchParams({ grant_type: GRANT, assertion }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await this.#post(address, headers, form);
    if (status !== 200) throw new Error(`Google gives no access: ${status}`);
    const { access_token: token, expires_in: seconds } = v.parse(TokenSchema, JSON.parse(body));
    return { token, until: now + seconds * 1000 - MARGIN_MS };
  }
}
