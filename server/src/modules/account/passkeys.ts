import type * as v from 'valibot';
import {
  MAX_PASSKEYS,
  type AuthenticationResponseSchema,
  type Ceremony,
  type RegistrationResponseSchema,
} from '@kontor/contract/account';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { createHash, randomBytes } from 'node:crypto';
import type { Instance, Person, Platform } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { UserRow } from './store.ts';
import { passkeysOf, putCeremony, takeCeremony, userHandleOf, type CeremonyRow } from './store/passkeys.ts';

/** A ceremony waits so long for its answer. */
export const CEREMONY_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;
const HANDLE_BYTES = 32;
/** ES256, RS256 and EdDSA: what devices make. */
const ALGORITHMS = [-8, -7, -257];

/** The host that passkeys are bound to, and the only origins that their answers may come from. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
  /** Apps on Android say by which certificate they are signed, where a page has its origin. */
  readonly apps: readonly string[];
}

export type RegistrationResponse = v.InferOutput<typeof RegistrationResponseSchema>;
export type AuthenticationResponse = v.InferOutput<typeof AuthenticationResponseSchema>;

type Where = { readonly platform: Platform; readonly instance: Instance };

// Only who uses passkeys waits for their library.
const library = () => import('@simplewebauthn/server');

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

async function begin(
  { platform, instance }: Where,
  kind: CeremonyRow['kind'],
  sessionId: string | null,
): Promise<{ readonly challenge: string; readonly authToken: string }> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const authToken = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await putCeremony(platform.database.forInstance(instance.id), {
    instance_id: instance.id,
    challenge_hash: sha256(challenge),
    handle_hash: sha256(authToken),
    kind,
    session_id: sessionId,
    expires_at: new Date(platform.now() + CEREMONY_MS),
  });
  return { challenge, authToken };
}

/** Begins the registration of a passkey for the person of a session. Devices that have one already are told so. Fails with TOO_MANY_PASSKEYS. */
export async function beginRegistration(
  where: Where,
  user: UserRow,
  sessionId: string,
  party: RelyingParty,
): Promise<Ceremony> {
  const { platform, instance } = where;
  const db = platform.database.forInstance(instance.id);
  const handle = await userHandleOf(db, instance.id, user.user_id, randomBytes(HANDLE_BYTES));
  const known = await passkeysOf(db, instance.id, user.user_id);
  if (known.length >= MAX_PASSKEYS) fail('TOO_MANY_PASSKEYS');
  const { challenge, authToken } = await begin(where, 'registration', sessionId);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: instance.title,
    rpID: party.id,
    userName: user.user_name,
    userDisplayName: `${user.first_name} ${user.last_name}`.trim() || user.user_name,
    userID: new Uint8Array(handle),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CEREMONY_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: known.map((key) => ({ id: key.credential_id, transports: key.transports })),
  });
  return { authToken, options: { ...options } };
}

/** Begins a sign-in. No credential is named, so that nobody learns who has one. */
export async function beginAuthentication(where: Where, party: RelyingParty): Promise<Ceremony> {
  const { challenge, authToken } = await begin(where, 'authentication', null);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CEREMONY_MS,
    userVerification: 'required',
    allowCredentials: [],
  });
  return { authToken, options: { ...options } };
}

/** Begins a proof for the person of a session, by one of their own passkeys. Its challenge is good in that session alone, and for no sign-in. */
export async function beginProof(
  where: Where,
  { id, sessionId }: Pick<Person, 'id' | 'sessionId'>,
  party: RelyingParty,
): Promise<Ceremony> {
  const { platform, instance } = where;
  const known = await passkeysOf(platform.database.forInstance(instance.id), instance.id, id);
  const { challenge, authToken } = await begin(where, 'authentication', sessionId);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CEREMONY_MS,
    userVerification: 'required',
    allowCredentials: known.map((key) => ({ id: key.credential_id, transports: key.transports })),
  });
  return { authToken, options: { ...options } };
}

/**
 * The challenge in a device's client data; undefined where they are no plain JSON, or tell of a page inside another one, which the
 * library lets pass.
 */
export function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const bytes = Buffer.from(clientDataJSON, 'base64url');
    const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    if (typeof data !== 'object' || data === null) return undefined;
    const { challenge, crossOrigin, topOrigin } = data as Record<string, unknown>;
    if (topOrigin !== undefined || (crossOrigin !== undefined && crossOrigin !== false)) return undefined;
    return typeof challenge === 'string' && challenge !== '' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Takes the ceremony that a device's answer belongs to, for good, and returns its challenge; undefined where there is none such. */
export async function takeChallenge(
  { platform, instance }: Where,
  response: { readonly clientDataJSON: string; readonly authToken: string | undefined },
  kind: CeremonyRow['kind'],
  sessionId: string | null,
): Promise<string | undefined> {
  const challenge = challengeOf(response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const ceremony = await takeCeremony(platform.database.forInstance(instance.id), instance.id, sha256(challenge));
  if (ceremony === undefined || ceremony.kind !== kind || ceremony.session_id !== sessionId) return undefined;
  if (ceremony.expires_at.getTime() <= platform.now()) return undefined;
  if (response.authToken !== undefined && !ceremony.handle_hash.equals(sha256(response.authToken))) return undefined;
  return challenge;
}

export interface NewCredential {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** The credential that a device has made for a challenge; undefined where anything about it is wrong. */
export async function verifyRegistration(
  response: RegistrationResponse,
  challenge: string,
  party: RelyingParty,
): Promise<NewCredential | undefined> {
  if (response.id !== response.rawId || challengeOf(response.response.clientDataJSON) !== challenge) return undefined;
  const { verifyRegistrationResponse } = await library();
  const outcome = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [party.origin, ...party.apps],
    expectedRPID: party.id,
    expectedType: 'webauthn.create',
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (outcome?.verified !== true) return undefined;
  const { credential, credentialBackedUp } = outcome.registrationInfo;
  // What was signed counts, not the name that it came under.
  if (credential.id !== response.id) return undefined;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isBackedUp: credentialBackedUp,
  };
}

export interface KnownCredential {
  readonly id: string;
  readonly publicKey: Uint8Array;
  /** What the person's passkeys know them by. */
  readonly userHandle: Buffer;
}

/**
 * Whether a device has signed a challenge with the credential; undefined where anything about it is wrong. The counter is for the caller to
 * compare, in the statement that keeps it.
 */
export async function verifyAuthentication(
  response: AuthenticationResponse,
  challenge: string,
  party: RelyingParty,
  credential: KnownCredential,
): Promise<{ readonly counter: number; readonly isBackedUp: boolean } | undefined> {
  const { userHandle, clientDataJSON } = response.response;
  if (response.id !== response.rawId || response.id !== credential.id) return undefined;
  if (!userHandle || !Buffer.from(userHandle, 'base64url').equals(credential.userHandle)) return undefined;
  if (challengeOf(clientDataJSON) !== challenge) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const outcome = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [party.origin, ...party.apps],
    expectedRPID: party.id,
    expectedType: 'webauthn.get',
    requireUserVerification: true,
    credential: { id: credential.id, publicKey: new Uint8Array(credential.publicKey), counter: 0 },
  }).catch(() => undefined);
  if (outcome?.verified !== true) return undefined;
  const { newCounter, credentialBackedUp } = outcome.authenticationInfo;
  return { counter: newCounter, isBackedUp: credentialBackedUp };
}
