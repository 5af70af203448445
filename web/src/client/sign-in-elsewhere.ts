import {
  CodeAnswerSchema,
  CodeIssuedSchema,
  CodeRequestSchema,
  InstanceInfoSchema,
  SuccessSchema,
  type CodeRequest,
} from '@kontor/contract/account';
import * as v from 'valibot';
import { askAuth, type FoundInstance } from './auth-request.ts';
import type { Environment } from './environment.ts';
import type { PasskeyAnswer } from './passkeys.ts';
import type { HandedCode } from './sign-in.ts';

/*
 * A browser gives the passkeys of an instance to pages of its host alone. So a client at another origin goes to that page and comes back
 * with a one-time code: see docs/design/sign-in.md.
 */

/** Where the client keeps what it needs when it is back, for as long as the tab lives. */
const KEPT = 'kontor.passkeyElsewhere';
const KeptSchema = v.object({ state: v.string(), verifier: v.string(), url: v.string(), info: InstanceInfoSchema });

const SECRET_BYTES = 32;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const newSecret = (): string => base64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));

/**
 * Begins the sign-in at an instance of another origin: answers the address of its page. Asks it first, so that what would fail there
 * fails here, with a `Failure`: ORIGIN_REFUSED where it does not know this client. `app`: the scheme of the app in whose shell this client runs.
 */
export async function beginElsewhere(env: Environment, { info, url }: FoundInstance, app?: string): Promise<string> {
  const [state, verifier] = [newSecret(), newSecret()];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const request: CodeRequest = {
    redirect: env.origin,
    ...(app === undefined ? {} : { app }),
    instance: info.name,
    state,
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: 'S256',
  };
  await askAuth(env, { info, url, own: false }, '/auth/code/check', SuccessSchema, request);
  env.tab.setItem(KEPT, JSON.stringify({ state, verifier, url, info }));
  return `${url}/login#${new URLSearchParams(request)}`;
}

/** What the client is back with; without `handed`, the person has called it off. */
interface CameBack {
  readonly instance: FoundInstance;
  readonly handed?: HandedCode;
}

const kept = (env: Environment) => {
  try {
    const parsed = v.safeParse(KeptSchema, JSON.parse(env.tab.getItem(KEPT) ?? ''));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
};

/**
 * What came back, by what stood behind the address's `#`; what was kept for it is forgotten. Undefined where it is no answer to what this
 * tab has begun, or comes from another instance than the one that was asked: that one may have sent the person on.
 */
export function takeBack(env: Environment, text: string): CameBack | undefined {
  const answer = v.safeParse(CodeAnswerSchema, Object.fromEntries(new URLSearchParams(text)));
  const begun = kept(env);
  if (!answer.success || begun === undefined) return undefined;
  const { state, iss, code, error } = answer.output;
  // Who makes one up must not be able to end what the person has begun.
  if (state !== begun.state) return undefined;
  env.tab.removeItem(KEPT);
  if (iss !== begun.url || (code === undefined) !== (error !== undefined)) return undefined;
  const instance = { info: begun.info, url: begun.url, own: false };
  return code === undefined ? { instance } : { instance, handed: { code, verifier: begun.verifier } };
}

/** Whether what stands behind an address's `#` is an answer to a client: nothing is said of whether it has asked. */
export const isCodeAnswer = (text: string): boolean =>
  v.is(CodeAnswerSchema, Object.fromEntries(new URLSearchParams(text)));

/** What a client asks the instance's own page for; undefined where something of it is missing. */
export function readCodeRequest(text: string): CodeRequest | undefined {
  const parsed = v.safeParse(CodeRequestSchema, Object.fromEntries(new URLSearchParams(text)));
  return parsed.success ? parsed.output : undefined;
}

/** Rejects with a `Failure`, ORIGIN_REFUSED, where the client that asks may not be handed a code. */
export async function checkCodeRequest(env: Environment, request: CodeRequest): Promise<void> {
  await askAuth(env, undefined, '/auth/code/check', SuccessSchema, request);
}

/** Has a code made for the client by a passkey's answer. Rejects with a `Failure` as `signIn` does. */
export async function issueCode(
  env: Environment,
  instance: FoundInstance,
  request: CodeRequest,
  { authToken, response }: PasskeyAnswer,
): Promise<string> {
  const body = { ...request, asseResp: response, authToken };
  return (await askAuth(env, instance, '/auth/code', CodeIssuedSchema, body)).code;
}

/** Where the client is that asked, with a code for it or without one. */
export function addressBack(env: Environment, { redirect, app, state }: CodeRequest, code: string | undefined): string {
  const [name, value] = code === undefined ? ['error', 'access_denied'] : ['code', code];
  const client = app === undefined ? redirect : `${app}://${new URL(env.origin).host}`;
  return `${client}/login#${new URLSearchParams({ state, iss: env.origin, [name]: value })}`;
}
