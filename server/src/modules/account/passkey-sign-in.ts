import type { FastifyRequest } from 'fastify';
import { addressOf } from '../../platform/http/address.ts';
import type { SignedIn } from '../../platform/http/gate.ts';
import type { Instance, Person } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { originOf } from './gate.ts';
import { someKnownDevice } from './known-devices.ts';
import { noteWrong } from './locks.ts';
import type { AuthParts } from './parts.ts';
import { takeChallenge, verifyAuthentication, type AuthenticationResponse, type RelyingParty } from './passkeys.ts';
import { judgeSignIn } from './rules.ts';
import type { SignedInPerson } from './sign-in.ts';
import { findUser, type UserRow } from './store.ts';
import { findPasskey, usePasskey } from './store/passkeys.ts';
import { admit, countingContext, wasRight } from './throttle.ts';
import { NOBODY } from './two-factor.ts';

/** Only hosts of ours get as far as this, so the host of a request is one that passkeys may be bound to. */
export function partyOf(parts: AuthParts, request: FastifyRequest): RelyingParty {
  const { hostname, origin } = new URL(`${parts.isSecure(request) ? 'https' : 'http'}://${request.host}`);
  return { id: hostname, origin, apps: parts.hosts.appOrigins() };
}

interface Signed {
  readonly response: AuthenticationResponse;
  readonly authToken: string | undefined;
}

/**
 * Whose passkey has signed a challenge of ours: one of a sign-in, or of the proof in a session. Undefined whatever is wrong. One whose
 * counter went back, as only a copy of the key can bring about, is written down.
 */
async function signerOf(
  parts: AuthParts,
  request: FastifyRequest,
  instance: Instance,
  { response, authToken }: Signed,
  session: Pick<Person, 'id' | 'sessionId'> | null,
): Promise<{ readonly user: UserRow; readonly passkeyId: number } | undefined> {
  const { platform } = parts;
  const counting = countingContext(platform, instance);
  const given = { clientDataJSON: response.response.clientDataJSON, authToken };
  const of = session?.sessionId ?? null;
  const challenge = await takeChallenge({ platform, instance }, given, 'authentication', of);
  const passkey = challenge === undefined ? undefined : await findPasskey(counting.db, instance.id, response.id);
  if (challenge === undefined || passkey === undefined) return undefined;
  if (session !== null && passkey.user_id !== session.id) return undefined;
  const user = await findUser(counting.db, instance.id, passkey.user_id);
  if (user?.user_handle == null) return undefined;
  const credential = { id: passkey.credential_id, publicKey: passkey.public_key, userHandle: user.user_handle };
  const use = await verifyAuthentication(response, challenge, partyOf(parts, request), credential);
  if (use === undefined) return undefined;
  if (!(await usePasskey(counting.db, passkey, { ...use, now: new Date(counting.now) }))) {
    await parts.repeats.audit(instance, {
      kind: 'session.refused',
      subject: user.user_name,
      details: { by: 'passkey', reason: 'COUNTER_WENT_BACK', name: passkey.name },
      by: { userId: null, userName: user.user_name, ...originOf(request) },
    });
    return undefined;
  }
  return { user, passkeyId: passkey.passkey_id };
}

const verdictOn = ({ is_active, is_unlocked }: UserRow): ReturnType<typeof judgeSignIn> =>
  judgeSignIn({
    isActive: is_active,
    isUnlocked: is_unlocked,
    hasSecondFactor: false,
    proven: { password: false, code: false, passkey: true },
  });

/**
 * Whose passkey has signed a challenge of ours. Whatever is wrong is LOGIN_FAILED. Keys are not counted by account, so that nobody who
 * guesses passwords keeps their owner out; tries from one address are, and those of a known device by themselves.
 */
export async function signInByPasskey(
  parts: AuthParts,
  request: FastifyRequest,
  instance: Instance,
  response: AuthenticationResponse,
  authToken: string | undefined,
  deviceToken = '',
): Promise<SignedInPerson & { readonly passkeyId: number }> {
  const counting = countingContext(parts.platform, instance);
  const device = await someKnownDevice(parts, counting.db, request, instance, deviceToken);
  const admitted = await admit(counting, [
    device === undefined
      ? { kind: 'secret', key: addressOf(request) }
      : { kind: 'device', key: device.hash.toString('hex') },
  ]);
  const signer = await signerOf(parts, request, instance, { response, authToken }, null);
  const verdict = signer === undefined ? 'failed' : verdictOn(signer.user);
  if (verdict === 'failed' || signer === undefined) {
    const owner = await findUser(counting.db, instance.id, device?.userId ?? NOBODY);
    await noteWrong(parts, instance, originOf(request), admitted, owner);
    return fail('LOGIN_FAILED');
  }
  const { user, passkeyId } = signer;
  await wasRight(counting, admitted);
  if (verdict === 'locked') return fail('USER_NOT_UNLOCKED');
  return { user, signedInBy: 'passkey', byBackupCode: false, passkeyId, deviceToken };
}

/** The person of a session, where one of their own passkeys has signed the challenge of this session; else fails with PROOF_WRONG. */
export async function provenByPasskey(
  parts: AuthParts,
  request: FastifyRequest,
  { instance, person }: Pick<SignedIn, 'instance' | 'person'>,
  { asseResp, authToken }: { readonly asseResp: AuthenticationResponse; readonly authToken?: string | undefined },
): Promise<UserRow> {
  const counting = countingContext(parts.platform, instance);
  const admitted = await admit(counting, [{ kind: 'proof', key: person.sessionId }]);
  const signer = await signerOf(parts, request, instance, { response: asseResp, authToken }, person);
  if (signer === undefined || verdictOn(signer.user) !== 'open') {
    await noteWrong(parts, instance, person.from, admitted, await findUser(counting.db, instance.id, person.id));
    return fail('PROOF_WRONG');
  }
  await wasRight(counting, admitted);
  return signer.user;
}
