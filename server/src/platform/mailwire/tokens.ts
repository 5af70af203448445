import { postForm, type EgressPolicy } from '../egress/index.ts';
import { faultOf, MailServerError } from './faults.ts';

/** Where access tokens come from (OAuth 2.0, RFC 6749 section 6). */
export interface TokenSettings {
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Empty for clients that have none. */
  readonly clientSecret: string;
  readonly refreshToken: string;
}

/** Hands out access tokens. */
export interface TokenSource {
  /** A token that is valid, and another than `refused` where that is given. Throws MailServerError. */
  token(refused?: string): Promise<string>;
}

export interface TokenSourceOptions {
  readonly settings: TokenSettings;
  readonly policy: EgressPolicy;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Keeps a refresh token that took the place of the last one, which is worth nothing any more. */
  readonly onRotated: (refreshToken: string) => Promise<void>;
  /** The refresh token as it is kept now, where others may have rotated it. */
  readonly current?: (() => Promise<string>) | undefined;
}

/** Before its end a token is replaced, so that none ends on its way. */
const MARGIN_MS = 60_000;
/** For servers that do not say how long a token lives. */
const DEFAULT_SECONDS = 3600;
const MAX_SECONDS = 24 * 3600;

interface Held {
  readonly accessToken: string;
  readonly until: number;
}

/** Asks a token server by a refresh token, keeps what it gets until shortly before it ends, and asks once for all who wait. */
export function createTokenSource({ settings, policy, now, onRotated, current }: TokenSourceOptions): TokenSource {
  let { refreshToken } = settings;
  let held: Held | undefined;
  let asking: Promise<Held> | undefined;
  const ask = async (): Promise<Held> => {
    refreshToken = (await current?.()) || refreshToken;
    const answer = await requestToken({ ...settings, refreshToken }, policy);
    if (answer.refreshToken !== undefined && answer.refreshToken !== refreshToken) {
      refreshToken = answer.refreshToken;
      await onRotated(refreshToken);
    }
    const seconds = Math.min(answer.seconds, MAX_SECONDS);
    return { accessToken: answer.accessToken, until: now() + seconds * 1000 - Math.min(MARGIN_MS, seconds * 500) };
  };
  return {
    async token(refused) {
      if (held !== undefined && held.accessToken !== refused && now() < held.until) return held.accessToken;
      asking ??= ask().finally(() => (asking = undefined));
      held = await asking;
      return held.accessToken;
    },
  };
}

interface TokenAnswer {
  readonly accessToken: string;
  readonly seconds: number;
  readonly refreshToken?: string;
}

async function requestToken(settings: TokenSettings, policy: EgressPolicy): Promise<TokenAnswer> {
  const address = hostOf(settings.tokenUrl);
  const form = {
    grant_type: 'refresh_token',
    refresh_token: settings.refreshToken,
    client_id: settings.clientId,
    ...(settings.clientSecret === '' ? {} : { client_secret: settings.clientSecret }),
  };
  let answer;
  try {
    answer = await postForm(settings.tokenUrl, form, policy);
  } catch (error) {
    throw new MailServerError(faultOf(error, address));
  }
  const body = readJson(answer.body);
  const accessToken = textOf(body['access_token']);
  if (answer.status === 200 && accessToken !== undefined) {
    const seconds = Number(body['expires_in']);
    const rotated = textOf(body['refresh_token']);
    return {
      accessToken,
      seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_SECONDS,
      ...(rotated === undefined ? {} : { refreshToken: rotated }),
    };
  }
  const said = [textOf(body['error']), textOf(body['error_description'])].filter(Boolean).join(': ');
  const words = new Error(said || `HTTP ${answer.status}`);
  throw new MailServerError({ ...faultOf(words, address), code: 'TOKEN_REFUSED' });
}

function hostOf(tokenUrl: string): string {
  if (!URL.canParse(tokenUrl)) return tokenUrl.slice(0, 200);
  const { hostname, port, protocol } = new URL(tokenUrl);
  return `${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`;
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Visible ASCII only: a token goes into a line of the mail protocol. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 16_000 && /^[\x20-\x7e]+$/.test(value)
    ? value
    : undefined;
