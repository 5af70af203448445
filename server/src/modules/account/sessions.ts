import { accountEvents, type LoginAnswer, type SessionInfo } from '@kontor/contract/account';
import { HEADERS } from '@kontor/contract/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../../platform/operation/audit.ts';
import type { ChangeContext, Instance, InstanceContext, Person, Platform } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import { deviceOf, placeOf } from './devices.ts';
import { cookieName, csrfTokenOf, originOf, setSessionCookie, type GateParts } from './gate.ts';
import { knownDevice, newDevice, setDeviceCookie } from './known-devices.ts';
import { mailChange } from './mailing.ts';
import { expiryOf } from './rules.ts';
import type { SignedInPerson } from './sign-in.ts';
import { holdSignIn } from './store.ts';
import { bindCode, dropCodesOf } from './store/codes.ts';
import { dropDeviceOf, dropDevices, putDevice } from './store/known-devices.ts';
import {
  endSession,
  endSessionsOf,
  findSession,
  insertSession,
  openSessionsOf,
  type NewSession,
  type SessionRow,
} from './store/sessions.ts';
import { payloadOf, tellSignIn } from './telling.ts';
import { hashToken, newToken } from './tokens.ts';

/** Ends the session whose cookie is about to be replaced: nobody could show it any more, and it would stay open until it expires. */
async function endReplaced(ctx: ChangeContext, bus: Bus, token: string, origin: Origin): Promise<void> {
  const replaced = await findSession(ctx.db, ctx.instance.id, hashToken(token));
  if (replaced?.kind !== 'cookie') return;
  const { session_id: sessionId, user_id: userId, user_name: userName } = replaced;
  if (!(await endSession(ctx.db, ctx.instance.id, sessionId, new Date(ctx.now())))) return;
  tellEnd(ctx, bus, [sessionId]);
  await tellSignIn(ctx, userId, ['sessions']);
  ctx.audit({
    kind: 'session.closed',
    subject: userName,
    details: { sessions: '1' },
    by: { userId, userName, ...origin },
  });
}

type Whose = Pick<NewSession, 'user_id' | 'kind' | 'address' | 'device' | 'signed_in_by' | 'device_hash'> & {
  readonly isProven: boolean;
};

/** A session that begins now, and the token that proves it, which is kept nowhere. */
function newSession(
  platform: Platform,
  { id }: Instance,
  { isProven, ...whose }: Whose,
): { readonly token: string; readonly row: NewSession } {
  const now = platform.now();
  const token = newToken(id);
  const at = new Date(now);
  const row = {
    ...whose,
    instance_id: id,
    session_id: platform.newId(),
    token_hash: hashToken(token),
    token_issued_at: at,
    created_at: at,
    last_used_at: at,
    proven_at: isProven ? at : null,
    expires_at: new Date(expiryOf(whose.kind, now, now)),
  };
  return { token, row };
}

/**
 * Begins a session for who has proven who they are, with its cookie or its bearer token. Fails with LOGIN_FAILED where that is true no more.
 */
export async function openSession(
  parts: GateParts,
  request: FastifyRequest,
  reply: FastifyReply,
  instance: Instance,
  { user, signedInBy, byBackupCode, client, codeHash, deviceToken = '' }: SignedInPerson,
): Promise<LoginAnswer> {
  const { platform } = parts;
  // Who was handed a code is elsewhere: no cookie is set for another page's sake.
  const wantsCookie = client === undefined && request.headers[HEADERS.session.toLowerCase()] === 'cookie';
  const kind = wantsCookie ? 'cookie' : 'bearer';
  const who = { userId: user.user_id, given: deviceToken };
  const known =
    (await knownDevice(parts, platform.database.forInstance(instance.id), request, instance, who)) ??
    newDevice(parts, instance, user.user_id);
  const { token, row } = newSession(platform, instance, {
    user_id: user.user_id,
    kind,
    ...originOf(request),
    signed_in_by: signedInBy,
    device_hash: known.hash,
    isProven: true,
  });
  const { session_id: sessionId, expires_at: expiresAt } = row;
  const replaced = wantsCookie ? request.cookies[cookieName(parts, request, instance)] : undefined;
  await parts.change(instance, async (ctx) => {
    if (!(await holdSignIn(ctx.db, user))) fail('LOGIN_FAILED');
    await insertSession(ctx.db, row);
    const device = { instanceId: instance.id, userId: user.user_id, hash: known.hash };
    await putDevice(ctx.db, device, new Date(ctx.now()));
    if (codeHash !== undefined && !(await bindCode(ctx.db, instance.id, codeHash, sessionId))) fail('LOGIN_FAILED');
    const usesUp = byBackupCode || signedInBy === 'passkey';
    await tellSignIn(ctx, user.user_id, usesUp ? ['sessions', 'security'] : ['sessions']);
    ctx.audit({
      kind: 'session.opened',
      subject: user.user_name,
      details: { by: byBackupCode ? 'backupCode' : signedInBy, ...(client === undefined ? {} : { client }) },
      by: { userId: user.user_id, userName: user.user_name, ...originOf(request) },
    });
    if (replaced !== undefined) await endReplaced(ctx, parts.bus, replaced, originOf(request));
    if (byBackupCode) await mailChange(ctx, user.user_id, 'backupCodeUsed');
  });
  if (kind === 'cookie') {
    void setSessionCookie(parts, request, reply, instance, token, expiresAt);
    setDeviceCookie(parts, request, reply, instance, known);
  }
  const bearer = kind === 'bearer' ? token : '';
  const csrfToken = csrfTokenOf(platform, sessionId);
  // A script never sees what stands in a cookie.
  const device = kind === 'bearer' ? known.token : '';
  return { success: true, authToken: bearer, accessToken: bearer, csrfToken, deviceToken: device };
}

/** A token of a session as somebody, who has proven nothing: for a copy of the database that is tried and thrown away. */
export async function lendToken(platform: Platform, instance: Instance, userId: number): Promise<string> {
  const whose = {
    user_id: userId,
    kind: 'bearer',
    address: '',
    device: '',
    device_hash: null,
    signed_in_by: 'password',
    isProven: false,
  } as const;
  const { token, row } = newSession(platform, instance, whose);
  await insertSession(platform.database.forInstance(instance.id), row);
  return token;
}

function tellEnd(ctx: ChangeContext, bus: Bus, sessionIds: readonly string[]): void {
  for (const session of sessionIds) {
    ctx.emit(accountEvents.sessionChanged, { session }, payloadOf(ctx, ['session']));
    ctx.afterCommit(() => bus.closeSession(session));
  }
}

/** Ends one session of a person; its device is a stranger from now on. False where it is not theirs or has ended. */
export async function endOwnSession(
  ctx: ChangeContext,
  bus: Bus,
  person: Pick<Person, 'id' | 'userName'>,
  sessionId: string,
): Promise<boolean> {
  if (!(await endSession(ctx.db, ctx.instance.id, sessionId, new Date(ctx.now()), person.id))) return false;
  await dropDeviceOf(ctx.db, ctx.instance.id, person.id, sessionId);
  tellEnd(ctx, bus, [sessionId]);
  await tellSignIn(ctx, person.id, ['sessions']);
  ctx.audit({ kind: 'session.closed', subject: person.userName, details: { sessions: '1' } });
  return true;
}

/**
 * Ends the sessions of a person, but for one that is kept, and those that are about to begin elsewhere; their devices are strangers from now
 * on. Returns how many.
 */
export async function endSessions(
  ctx: ChangeContext,
  bus: Bus,
  person: Pick<Person, 'id' | 'userName'>,
  except?: string,
): Promise<number> {
  await dropCodesOf(ctx.db, ctx.instance.id, person.id);
  await dropDevices(ctx.db, ctx.instance.id, person.id, except);
  const ended = await endSessionsOf(ctx.db, ctx.instance.id, new Date(ctx.now()), person.id, except);
  if (ended.length === 0) return 0;
  tellEnd(ctx, bus, ended);
  await tellSignIn(ctx, person.id, ['sessions']);
  ctx.audit({ kind: 'session.closed', subject: person.userName, details: { sessions: String(ended.length) } });
  return ended.length;
}

/** The open sessions of a person, as they see them. */
export async function listSessions(
  { db, instance, now }: InstanceContext,
  { id, sessionId }: Pick<Person, 'id' | 'sessionId'>,
): Promise<SessionInfo[]> {
  const rows = await openSessionsOf(db, instance.id, id, new Date(now()));
  return Promise.all(rows.map((row) => toSessionInfo(row, row.session_id === sessionId)));
}

async function toSessionInfo(row: SessionRow, isCurrent: boolean): Promise<SessionInfo> {
  const [device, place] = await Promise.all([deviceOf(row.device), placeOf(row.address)]);
  return {
    sessionId: row.session_id,
    isCurrent,
    ...device,
    address: row.address,
    place,
    signedInBy: row.signed_in_by,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    app:
      row.app_state === null || row.app_state_at === null
        ? null
        : {
            state: row.app_state,
            at: row.app_state_at.toISOString(),
            platform: row.app_platform ?? '',
            browser: row.app_browser ?? '',
            version: row.app_version ?? '',
          },
  };
}
