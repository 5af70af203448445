import type { FastifyRequest } from 'fastify';
import { addressOf } from '../../platform/http/address.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { originOf } from './gate.ts';
import type { AuthParts } from './parts.ts';
import { takeChallenge, verifyAuthentication, type AuthenticationResponse, type RelyingParty } from './passkeys.ts';
import { judgeSignIn } from './rules.ts';
import type { SignedInPerson } from './sign-in.ts';
import { findUser } from './store.ts';
import { findPasskey, usePasskey } from './store/passkeys.ts';
import { admit, placeIn, wasRight } from './throttle.ts';

/** Only hosts of ours get as far as this, so the host of a request is one that passkeys may be bound to. */
export function partyOf(parts: AuthParts, request: FastifyRequest): RelyingParty {
  const { hostname, origin } = new URL(`${parts.isSecure(request) ? 'https' : 'http'}://${request.host}`);
  return { id: hostname, origin };
}

/**
 * Whose passkey has signed a challenge of ours. Whatever is wrong is LOGIN_FAILED. Keys are not counted by account, so that nobody who
 * guesses passwords keeps their owner out; tries from one address are.
 */
export async function signInByPasskey(
  parts: AuthParts,
  request: FastifyRequest,
  instance: Instance,
  response: AuthenticationResponse,
  authToken: string | undefined,
): Promise<SignedInPerson & { readonly passkeyId: number }> {
  const { platform } = parts;
  const where = { platform, instance };
  const place = placeIn(platform, instance);
  const admitted = await admit(place, [{ kind: 'address', key: addressOf(request) }]);
  const { clientDataJSON } = response.response;
  const challenge =
    (await takeChallenge(where, { clientDataJSON, authToken }, 'authentication', null)) ?? fail('LOGIN_FAILED');
  const passkey = (await findPasskey(place.db, instance.id, response.id)) ?? fail('LOGIN_FAILED');
  const user = (await findUser(place.db, instance.id, passkey.user_id)) ?? fail('LOGIN_FAILED');
  const credential = {
    id: passkey.credential_id,
    publicKey: passkey.public_key,
    userHandle: user.user_handle ?? fail('LOGIN_FAILED'),
  };
  const use =
    (await verifyAuthentication(response, challenge, partyOf(parts, request), credential)) ?? fail('LOGIN_FAILED');
  if (!(await usePasskey(place.db, passkey, { ...use, now: new Date(place.now) }))) {
    await parts.repeats.note(instance, {
      kind: 'session.refused',
      subject: user.user_name,
      details: { by: 'passkey', reason: 'COUNTER_WENT_BACK', name: passkey.name },
      by: { userId: null, userName: user.user_name, ...originOf(request) },
    });
    return fail('LOGIN_FAILED');
  }
  const verdict = judgeSignIn({
    isActive: user.is_active,
    isUnlocked: user.is_unlocked,
    hasSecondFactor: false,
    proven: { password: false, code: false, passkey: true },
  });
  if (verdict === 'failed') return fail('LOGIN_FAILED');
  await wasRight(place, admitted);
  if (verdict === 'locked') return fail('USER_NOT_UNLOCKED');
  return { user, signedInBy: 'passkey', byBackupCode: false, passkeyId: passkey.passkey_id };
}
