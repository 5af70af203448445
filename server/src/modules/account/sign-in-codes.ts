import type { CodeRequest } from '@kontor/contract/account';
import type { FastifyRequest } from 'fastify';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { addressOf } from '../../platform/http/address.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { AuthParts } from './parts.ts';
import { judgeSignIn } from './rules.ts';
import type { SignedInPerson } from './sign-in.ts';
import { closeSession, originOf } from './gate.ts';
import { findUser, type UserRow } from './store.ts';
import { putCode, takeCode } from './store/codes.ts';
import { admit, countingContext, wasRight } from './throttle.ts';
import { hashToken } from './tokens.ts';
import { NOBODY } from './two-factor.ts';

/** As long as a browser takes back to the client, over a slow line too. */
const CODE_MS = 2 * 60_000;
const CODE_BYTES = 32;

/**
 * Whether a page of an origin may be handed a code: the configured clients, where this instance itself is reached, and the other instances
 * of this server. Stricter than `allowsOrigin`: a label that is no instance's may be anybody's host, and plain HTTP anybody's page.
 */
async function isClient(parts: AuthParts, instance: Instance, origin: string, secure: boolean): Promise<boolean> {
  if (parts.hosts.isConfigured(origin) || origin === parts.originOf(instance)) return true;
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.origin !== origin || url.protocol !== (secure ? 'https:' : 'http:')) return false;
  const label = parts.hosts.labelOf(url.host);
  return typeof label === 'string' && (await parts.directory.byName(label)) !== undefined;
}

/**
 * Fails with ORIGIN_REFUSED where a code may not be handed to the client that asks. An app's pages come from the phone itself, as anybody's do that a
 * program on it serves: a code goes to the app alone, by its scheme, and to no page there.
 */
export async function checkClient(
  parts: AuthParts,
  request: FastifyRequest,
  instance: Instance,
  { redirect, app }: Pick<CodeRequest, 'redirect' | 'app'>,
): Promise<void> {
  const isOfApp = parts.hosts.isOfApps(redirect);
  if (isOfApp ? app === undefined || !parts.hosts.isApp(app) : app !== undefined) fail('ORIGIN_REFUSED');
  if (!(await isClient(parts, instance, redirect, parts.isSecure(request)))) fail('ORIGIN_REFUSED');
}

/** A code for who has proven themselves with a passkey, for one client. */
export async function issueCode(
  { platform }: AuthParts,
  instance: Instance,
  proven: { readonly userId: number; readonly passkeyId: number },
  { redirect, code_challenge: challenge }: CodeRequest,
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await putCode(platform.database.forInstance(instance.id), {
    instance_id: instance.id,
    code_hash: hashToken(code),
    user_id: proven.userId,
    passkey_id: proven.passkeyId,
    client: redirect,
    challenge,
    expires_at: new Date(platform.now() + CODE_MS),
  });
  return code;
}

/** Both are public texts of one length; compared so that nobody need think about it. */
const isSame = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Ends what a code has begun that comes once more: one of the two who had it was not meant to. */
async function endBegun(
  parts: AuthParts,
  request: FastifyRequest,
  instance: Instance,
  { sessionId, user }: { readonly sessionId: string; readonly user: UserRow },
): Promise<void> {
  const { user_id: userId, user_name: userName } = user;
  await closeSession(
    parts,
    instance,
    { sessionId, userId },
    { kind: 'session.reused', subject: userName, by: { userId: null, userName, ...originOf(request) } },
  );
}

/**
 * Whom a code signs in, once. Fails with LOGIN_FAILED after the same work, whatever is wrong, and with TOO_MANY_REQUESTS. The second time
 * ends the session that the first one has begun.
 */
export async function signInByCode(
  parts: AuthParts,
  request: FastifyRequest,
  instance: Instance,
  given: { readonly code: string; readonly code_verifier: string },
): Promise<SignedInPerson> {
  const { platform } = parts;
  const counting = countingContext(platform, instance);
  const admitted = await admit(counting, [{ kind: 'secret', key: addressOf(request) }]);
  const challenge = createHash('sha256').update(given.code_verifier).digest('base64url');
  const codeHash = hashToken(given.code);
  const code = await takeCode(counting.db, instance.id, codeHash);
  const user = await findUser(counting.db, instance.id, code?.user_id ?? NOBODY);
  if (code?.session_id && user !== undefined)
    await endBegun(parts, request, instance, { sessionId: code.session_id, user });
  const isProven = [
    code?.tries === 1,
    code !== undefined && code.expires_at.getTime() > counting.now,
    isSame(code?.challenge ?? '', challenge),
    code !== undefined && code.client === request.headers.origin,
  ].every(Boolean);
  const verdict = judgeSignIn({
    isActive: user?.is_active === true,
    isUnlocked: user?.is_unlocked === true,
    hasSecondFactor: false,
    proven: { password: false, code: false, passkey: isProven },
  });
  if (verdict === 'failed' || user === undefined || code === undefined) return fail('LOGIN_FAILED');
  await wasRight(counting, admitted);
  if (verdict === 'locked') return fail('USER_NOT_UNLOCKED');
  return { user, signedInBy: 'passkey', byBackupCode: false, client: code.client, codeHash };
}
