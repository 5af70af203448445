import { AuthenticationVerifySchema, MAX_PASSKEYS, RegistrationVerifySchema } from '@kontor/contract/account';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { text } from '@kontor/contract/kernel';
import { addressOf } from '../../platform/http/address.ts';
import type { SignedIn } from '../../platform/http/gate.ts';
import { parseParameters } from '../../platform/http/problems.ts';
import { actingAs, actorOf } from '../../platform/operation/audit.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { deviceOf } from './devices.ts';
import { mailChange } from './mailing.ts';
import type { AuthParts } from './parts.ts';
import { partyOf, signInByPasskey } from './passkey-sign-in.ts';
import { beginAuthentication, beginRegistration, takeChallenge, verifyRegistration } from './passkeys.ts';
import { requireProof } from './proofs.ts';
import { checkOrigin, instanceOfLogin, noStore, notingRefusal } from './route-tools.ts';
import { openSession } from './sessions.ts';
import { findUser } from './store.ts';
import { countPasskeys, insertPasskey } from './store/passkeys.ts';
import { dropProofs } from './store/proofs.ts';
import { tellSignIn } from './telling.ts';
import { admit } from './throttle.ts';

/** Certificates of a device make its answer long. */
export const MAX_BODY = 256 * 1024;

/** Registration of passkeys, and signing in by them. */
export function passkeyRoutes(http: FastifyInstance, parts: AuthParts): void {
  const { platform, gate } = parts;
  const dbOf = (instance: Instance) => platform.database.forInstance(instance.id);

  http.get('/auth/generate-registration-options', async (request, reply) => {
    const { instance, person } = await gate.signedIn(request, reply);
    await requireProof({ db: dbOf(instance), instance, now: platform.now }, person);
    const user = (await findUser(dbOf(instance), instance.id, person.id)) ?? fail('NOT_FOUND');
    const party = partyOf(parts, request);
    return noStore(reply).send(await beginRegistration({ platform, instance }, user, person.sessionId, party));
  });

  http.post('/auth/verify-registration', { bodyLimit: MAX_BODY }, async (request, reply) => {
    checkOrigin(parts, request);
    const { instance, person } = await gate.signedIn(request, reply);
    // Before the challenge is taken, so that the same answer of the device may come again behind a new proof.
    await requireProof({ db: dbOf(instance), instance, now: platform.now }, person);
    const given = parseParameters(RegistrationVerifySchema, request.body);
    const { id: userId, userName } = person;
    await notingRefusal(parts, request, instance, { userId, userName, way: 'registration' }, () =>
      registerPasskey(parts, request, { instance, person }, given),
    );
    return noStore(reply).send({ verified: true });
  });

  http.get('/auth/generate-authentication-options', async (request, reply) => {
    const { instance: typed } = parseParameters(v.object({ instance: v.optional(text(300), '') }), request.query);
    const instance = await instanceOfLogin(parts, request, typed);
    const counting = { db: dbOf(instance), instanceId: instance.id, now: platform.now() };
    await admit(counting, [{ kind: 'ceremony', key: addressOf(request) }]);
    return noStore(reply).send(await beginAuthentication({ platform, instance }, partyOf(parts, request)));
  });

  http.post('/auth/verify-authentication', { bodyLimit: MAX_BODY }, async (request, reply) => {
    checkOrigin(parts, request);
    const { asseResp, authToken, device, instance: typed } = parseParameters(AuthenticationVerifySchema, request.body);
    const instance = await instanceOfLogin(parts, request, typed);
    const answer = await notingRefusal(parts, request, instance, { userName: '', way: 'passkey' }, async () => {
      const signedIn = await signInByPasskey(parts, request, instance, asseResp, authToken, device);
      const { success: verified, ...tokens } = await openSession(parts, request, reply, instance, signedIn);
      return { verified, username: signedIn.user.user_name, ...tokens };
    });
    return noStore(reply).send(answer);
  });
}

/**
 * Keeps a passkey that a device has made for a signed-in person. Whatever is wrong with it is PASSKEY_INVALID; one too many is
 * TOO_MANY_PASSKEYS.
 */
async function registerPasskey(
  parts: AuthParts,
  request: FastifyRequest,
  { instance, person }: Pick<SignedIn, 'instance' | 'person'>,
  { authToken, name, ...response }: v.InferOutput<typeof RegistrationVerifySchema>,
): Promise<void> {
  const where = { platform: parts.platform, instance };
  const { clientDataJSON, transports } = response.response;
  const challenge =
    (await takeChallenge(where, { clientDataJSON, authToken }, 'registration', person.sessionId)) ??
    fail('PASSKEY_INVALID');
  const credential =
    (await verifyRegistration(response, challenge, partyOf(parts, request))) ?? fail('PASSKEY_INVALID');
  const { program, system } = await deviceOf(person.from.device);
  const shown = name.trim() || [program, system].filter(Boolean).join(', ') || 'Passkey';
  await parts.change(instance, async (inner) => {
    const ctx = actingAs(inner, actorOf(person));
    await requireProof(ctx, person);
    if ((await countPasskeys(ctx.db, instance.id, person.id)) >= MAX_PASSKEYS) fail('TOO_MANY_PASSKEYS');
    const isNew = await insertPasskey(ctx.db, {
      instance_id: instance.id,
      user_id: person.id,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: [...(transports ?? [])],
      is_backed_up: credential.isBackedUp,
      name: shown,
      created_at: new Date(ctx.now()),
    });
    if (!isNew) fail('PASSKEY_INVALID');
    await dropProofs(ctx.db, { instanceId: instance.id, userId: person.id, sessionId: person.sessionId });
    await tellSignIn(ctx, person.id, ['security']);
    ctx.audit({ kind: 'factor.changed', subject: person.userName, details: { change: 'passkeyAdded', name: shown } });
    await mailChange(ctx, person.id, 'passkeyAdded');
  });
}
