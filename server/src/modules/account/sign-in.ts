import type { FastifyRequest } from 'fastify';
import type { Platform, Instance } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { originOf, type GateParts } from './gate.ts';
import { knownDevice, type KnownDevice } from './known-devices.ts';
import { noteWrong } from './locks.ts';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';
import { judgeSignIn } from './rules.ts';
import { findUserByName, replaceHash, type UserRow } from './store.ts';
import { knowsAddress } from './store/sessions.ts';
import { admit, countingContext, wasRight, type Counted } from './throttle.ts';
import { NOBODY, checkCode, type SecondFactor } from './two-factor.ts';

export interface SignInTry {
  readonly userName: string;
  readonly password: string;
  readonly code: string;
  readonly address: string;
  /** What a client without cookies has kept of having signed in before; else empty. */
  readonly deviceToken: string;
}

export interface SignedInPerson {
  readonly user: UserRow;
  readonly signedInBy: 'password' | 'twoFactor' | 'passkey';
  /** A backup code was used up. */
  readonly byBackupCode: boolean;
  /** Origin of the client that this was proven for by a code; undefined where it was proven to this server's own page. */
  readonly client?: string;
  /** The hash of that code. */
  readonly codeHash?: Buffer;
  /** What the client has kept of having signed in before. */
  readonly deviceToken?: string;
}

type Where = { readonly platform: Platform; readonly instance: Instance };

/** Names are counted by a keyed hash: people type passwords into the wrong field. */
const nameKey = ({ platform, instance }: Where, userName: string): string =>
  platform.secrets.sign('try', `${instance.id} ${userName}`);

/**
 * A device that is known for this person is counted by itself and by nothing else, so that neither strangers nor its own network lock
 * it out, nor it anybody.
 */
async function countedOf(where: Where, tried: SignInTry, device: KnownDevice | undefined): Promise<readonly Counted[]> {
  const { platform, instance } = where;
  if (device !== undefined) return [{ kind: 'device', key: device.hash.toString('hex') }];
  const isNear = await knowsAddress(
    platform.database.forInstance(instance.id),
    instance.id,
    tried.userName,
    tried.address,
  );
  const who = isNear ? `from ${tried.address}` : 'a stranger';
  return [
    { kind: 'account', key: `${nameKey(where, tried.userName)} ${who}` },
    { kind: 'address', key: tried.address },
  ];
}

/**
 * Signs in by password and, where it is enabled, code. Fails with TOO_MANY_REQUESTS, LOGIN_FAILED (whatever was wrong, after the same
 * work) and, once all was right, USER_NOT_UNLOCKED.
 */
export async function signInByPassword(
  parts: GateParts,
  request: FastifyRequest,
  instance: Instance,
  tried: SignInTry,
): Promise<SignedInPerson> {
  const { platform } = parts;
  const where = { platform, instance };
  const counting = { ...countingContext(platform, instance), secrets: platform.secrets };
  const found = await findUserByName(counting.db, instance.id, tried.userName);
  const who = { userId: found?.user_id ?? NOBODY, given: tried.deviceToken };
  const device = await knownDevice(parts, counting.db, request, instance, who);
  const admitted = await admit(counting, await countedOf(where, tried, device));
  const user = found?.is_active === true ? found : undefined;
  const password = await isPassword(user?.password_hash ?? null, tried.password);
  const factor = await checkCode(counting, user?.user_id ?? NOBODY, tried.code, password);
  const verdict = judgeSignIn({
    isActive: user !== undefined,
    isUnlocked: user?.is_unlocked === true,
    hasSecondFactor: factor.isEnabled,
    proven: { password, code: factor.used !== undefined, passkey: false },
  });
  if (verdict === 'failed' || user === undefined) {
    await noteWrong(parts, instance, originOf(request), admitted, found);
    return fail('LOGIN_FAILED');
  }
  await wasRight(counting, admitted);
  if (verdict === 'locked') return fail('USER_NOT_UNLOCKED');
  await keepHashFresh(where, user, tried.password);
  return {
    user,
    signedInBy: signedInBy(factor),
    byBackupCode: factor.used === 'backup',
    deviceToken: tried.deviceToken,
  };
}

const signedInBy = ({ isEnabled }: SecondFactor): 'twoFactor' | 'password' => (isEnabled ? 'twoFactor' : 'password');

/** Hashes a password anew that was hashed with less effort than is usual today. */
async function keepHashFresh({ platform, instance }: Where, user: UserRow, password: string): Promise<void> {
  if (user.password_hash === null || !isOutdated(user.password_hash)) return;
  await replaceHash(platform.database.forInstance(instance.id), user, await hashPassword(password));
}
