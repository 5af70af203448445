import type { ProofRequest } from '@kontor/contract/account';
import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../../platform/http/gate.ts';
import { actingAs, actorOf } from '../../platform/operation/audit.ts';
import type { InstanceContext, Person } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { noteWrong } from './locks.ts';
import { mailChange } from './mailing.ts';
import type { AuthParts } from './parts.ts';
import { provenByPasskey } from './passkey-sign-in.ts';
import { isPassword } from './passwords.ts';
import { isProofFresh, judgeSignIn } from './rules.ts';
import { findUser, holdSignIn, type UserRow } from './store.ts';
import { findFactor } from './store/factors.ts';
import { holdProof, proofWaysOf, setProof } from './store/proofs.ts';
import { tellSignIn } from './telling.ts';
import { admit, countingContext, wasRight } from './throttle.ts';
import { checkCode } from './two-factor.ts';

/** Fails with PROOF_NEEDED, and the ways to give one, where the person has not lately proven in this session who they are. */
export async function requireProof(
  { db, instance, now }: Pick<InstanceContext, 'db' | 'instance' | 'now'>,
  { id: userId, sessionId }: Pick<Person, 'id' | 'sessionId'>,
): Promise<void> {
  const provenAt = await holdProof(db, { instanceId: instance.id, userId, sessionId });
  if (isProofFresh(provenAt?.getTime() ?? null, now())) return;
  fail('PROOF_NEEDED', { data: await proofWaysOf(db, instance.id, userId) });
}

/** What was proven with: whose, and whether a code was asked for and used up. */
interface Proven {
  readonly user: UserRow;
  readonly hasSecondFactor?: boolean;
  readonly byBackupCode?: boolean;
}

async function provenByPassword(
  parts: AuthParts,
  { instance, person }: Pick<SignedIn, 'instance' | 'person'>,
  given: { readonly password: string; readonly code: string },
): Promise<Proven> {
  const { platform } = parts;
  const counting = { ...countingContext(platform, instance), secrets: platform.secrets };
  // By session, so that whoever has taken one of another device locks nobody else out.
  const admitted = await admit(counting, [{ kind: 'proof', key: person.sessionId }]);
  const user = (await findUser(counting.db, instance.id, person.id)) ?? fail('PROOF_WRONG');
  const password = await isPassword(user.password_hash, given.password);
  const factor = await checkCode(counting, person.id, given.code, password);
  const verdict = judgeSignIn({
    isActive: user.is_active,
    isUnlocked: user.is_unlocked,
    hasSecondFactor: factor.isEnabled,
    proven: { password, code: factor.used !== undefined, passkey: false },
  });
  if (verdict !== 'open') {
    await noteWrong(parts, instance, person.from, admitted, user);
    return fail('PROOF_WRONG');
  }
  await wasRight(counting, admitted);
  return { user, hasSecondFactor: factor.isEnabled, byBackupCode: factor.used === 'backup' };
}

/**
 * Takes a proof of who the person of a session is, and notes it with that session alone. Whatever is wrong is PROOF_WRONG, after the same
 * work; TOO_MANY_REQUESTS as at a sign-in.
 */
export async function prove(
  parts: AuthParts,
  request: FastifyRequest,
  { instance, person }: Pick<SignedIn, 'instance' | 'person'>,
  given: ProofRequest,
): Promise<void> {
  const proven: Proven =
    'password' in given
      ? await provenByPassword(parts, { instance, person }, { password: given.password, code: given.code ?? '' })
      : { user: await provenByPasskey(parts, request, { instance, person }, given) };
  await parts.change(instance, async (inner) => {
    const ctx = actingAs(inner, actorOf(person));
    const session = { instanceId: instance.id, userId: person.id, sessionId: person.sessionId };
    // Another password or a second factor may have come meanwhile: then this was none.
    if (!(await holdSignIn(ctx.db, proven.user))) fail('PROOF_WRONG');
    const hasFactor = (await findFactor(ctx.db, instance.id, person.id))?.seed != null;
    if (hasFactor && proven.hasSecondFactor === false) fail('PROOF_WRONG');
    if (!(await setProof(ctx.db, session, new Date(ctx.now())))) fail('SESSION_ENDED');
    if (proven.byBackupCode !== true) return;
    await tellSignIn(ctx, person.id, ['security']);
    await mailChange(ctx, person.id, 'backupCodeUsed');
  });
}
