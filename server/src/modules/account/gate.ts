import { accountEvents, bitsToRights } from '@kontor/contract/account';
import { HEADERS } from '@kontor/contract/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../platform/http/address.ts';
import type { Gate, SignedIn } from '../../platform/http/gate.ts';
import type { AuditNote, Origin } from '../../platform/operation/audit.ts';
import type { Change } from '../../platform/operation/change.ts';
import type { Instance, Person, Platform } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { Repeats } from '../../platform/operation/repeats.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import type { Hosts } from './hosts.ts';
import type { InstanceDirectory } from './instances.ts';
import { expiryOf, judgeSession, type SessionTimes } from './rules.ts';
import { findUser } from './store.ts';
import { endSession, findSession, rotateToken, touchSession, type SessionWithUser } from './store/sessions.ts';
import { payloadOf, tellSignIn } from './telling.ts';
import { hashToken, instanceOfToken, newToken } from './tokens.ts';

export interface GateParts {
  readonly platform: Platform;
  readonly directory: InstanceDirectory;
  readonly hosts: Hosts;
  /** True where requests arrive over HTTPS, directly or through the proxy. */
  readonly isSecure: (request: FastifyRequest) => boolean;
  readonly change: Change;
  /** Writes down what strangers may cause in any number, such as a failed sign-in. */
  readonly repeats: Repeats;
  readonly bus: Bus;
}

/** Ends a session with its real-time connections, those to other processes by an event. */
export const closeSession = (
  parts: GateParts,
  instance: Instance,
  session: { readonly sessionId: string; readonly userId: number },
  entry: AuditNote,
): Promise<void> =>
  parts.change(instance, async (ctx) => {
    const { sessionId, userId } = session;
    if (!(await endSession(ctx.db, instance.id, sessionId, new Date(ctx.now())))) return;
    ctx.emit(accountEvents.sessionChanged, { session: sessionId }, payloadOf(ctx, ['session']));
    await tellSignIn(ctx, userId, ['sessions']);
    ctx.audit(entry);
    ctx.afterCommit(() => parts.bus.closeSession(sessionId));
  });

/**
 * What stands before and behind a cookie's name: it is bound to the host over HTTPS, on loopback told apart by the port that the browser
 * asks, for all ports of a host share their cookies. Behind a balancer it is the balancer's, and the same for all processes.
 */
const cookieFrame = (parts: GateParts, request: FastifyRequest): readonly [before: string, behind: string] =>
  parts.isSecure(request) ? ['__Host-', ''] : ['', `-${request.port ?? 80}`];

export const cookieNameOf = (parts: GateParts, request: FastifyRequest, name: string): string =>
  cookieFrame(parts, request).join(name);

/** The name of the cookie that holds the session of an instance. */
export const cookieName = (parts: GateParts, request: FastifyRequest, instance: Instance): string =>
  cookieNameOf(parts, request, `kontor-${instance.name}`);

export const setSessionCookie = (
  parts: GateParts,
  request: FastifyRequest,
  reply: FastifyReply,
  instance: Instance,
  token: string,
  expires: Date,
) =>
  reply.setCookie(cookieName(parts, request, instance), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: parts.isSecure(request),
    expires,
  });

export const csrfTokenOf = (platform: Platform, sessionId: string): string => platform.secrets.sign('csrf', sessionId);

const MAX_DEVICE = 300;

/** From where a request comes, as sessions and the audit log keep it. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: addressOf(request),
  device: (request.headers['user-agent'] ?? '').slice(0, MAX_DEVICE),
});

interface Credential {
  readonly token: string;
  readonly via: 'cookie' | 'bearer';
}

const tokenOfHeader = (header: string): string => /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? '';

const namedInstance = (request: FastifyRequest): string => {
  const header = request.headers[HEADERS.instance.toLowerCase()];
  return typeof header === 'string' ? header.toLowerCase() : '';
};

/** The gate over sessions in the database. */
export function createGate(parts: GateParts): Gate {
  const { platform, directory, hosts } = parts;

  const labelled = async (request: FastifyRequest): Promise<Instance | undefined> => {
    const name = hosts.labelOf(request.host) ?? namedInstance(request);
    if (name === '') return undefined;
    return (await directory.byName(name)) ?? fail('INSTANCE_UNKNOWN');
  };

  const cookieCredential = (request: FastifyRequest, instance: Instance | undefined): Credential | undefined => {
    const names = Object.keys(request.cookies);
    const own = instance === undefined ? undefined : cookieName(parts, request, instance);
    const [before, behind] = cookieFrame(parts, request);
    const name = names.find((candidate) =>
      own === undefined ? candidate.startsWith(`${before}kontor-`) && candidate.endsWith(behind) : candidate === own,
    );
    const token = name === undefined ? undefined : request.cookies[name];
    return token ? { token, via: 'cookie' } : undefined;
  };

  const credentialOf = (request: FastifyRequest, instance: Instance | undefined): Credential => {
    const header = request.headers.authorization;
    if (header !== undefined) return { token: tokenOfHeader(header), via: 'bearer' };
    return cookieCredential(request, instance) ?? fail('UNAUTHENTICATED');
  };

  /** Where a page sits that makes the browser send the cookie along matters for everything that changes something. */
  const checkCookieRequest = (request: FastifyRequest, sessionId: string): void => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { origin } = request.headers;
    const token = request.headers[HEADERS.csrf.toLowerCase()];
    if (typeof token !== 'string' || !platform.secrets.verify('csrf', sessionId, token)) fail('CSRF_TOKEN_INVALID');
    if (origin === undefined || !hosts.allowsOrigin(origin, request.host)) fail('ORIGIN_REFUSED');
  };

  const keepAlive = async (
    request: FastifyRequest,
    reply: FastifyReply,
    instance: Instance,
    session: SessionWithUser,
    presented: Buffer,
  ): Promise<void> => {
    const db = platform.database.forInstance(instance.id);
    const now = platform.now();
    const verdict = judgeSession(timesOf(session), session.token_use, now);
    const expiresAt = new Date(expiryOf(session.kind, session.created_at.getTime(), now));
    switch (verdict) {
      case 'good':
        return;
      case 'touch':
        return touchSession(db, session, { now: new Date(now), expiresAt, address: addressOf(request) });
      case 'renew': {
        const token = newToken(instance.id);
        if (
          !(await rotateToken(db, session, { tokenHash: hashToken(token), presented, now: new Date(now), expiresAt }))
        )
          return;
        if (session.kind === 'cookie') void setSessionCookie(parts, request, reply, instance, token, expiresAt);
        else void reply.header(HEADERS.renewedToken, token);
        return;
      }
      case 'reused':
        await closeSession(
          parts,
          instance,
          { sessionId: session.session_id, userId: session.user_id },
          // Whoever came with it may be the thief as well as the person.
          {
            kind: 'session.reused',
            subject: session.user_name,
            by: { userId: null, userName: session.user_name, ...originOf(request) },
          },
        );
        return fail('SESSION_ENDED');
      case 'ended':
        return fail('SESSION_ENDED');
    }
  };

  return {
    async instanceOf(request) {
      return (await labelled(request)) ?? (await directory.only()) ?? fail('INSTANCE_UNKNOWN');
    },
    async signedIn(request, reply): Promise<SignedIn> {
      const wanted = await labelled(request);
      const { token, via } = credentialOf(request, wanted);
      const issuedBy = instanceOfToken(token);
      if (issuedBy === undefined || (wanted !== undefined && wanted.id !== issuedBy)) return fail('UNAUTHENTICATED');
      const instance = await directory.byId(issuedBy);
      if (instance === undefined) return fail('UNAUTHENTICATED');
      const presented = hashToken(token);
      const session = await findSession(platform.database.forInstance(instance.id), instance.id, presented);
      if (session === undefined || session.kind !== via) return fail('UNAUTHENTICATED');
      await keepAlive(request, reply, instance, session, presented);
      const csrfToken = csrfTokenOf(platform, session.session_id);
      if (via === 'cookie') checkCookieRequest(request, session.session_id);
      const person: Person = {
        id: session.user_id,
        userName: session.user_name,
        rights: bitsToRights(session.rights),
        isAdministrator: session.is_administrator,
        sessionId: session.session_id,
        from: originOf(request),
      };
      return { instance, person, via, csrfToken, changeStamp: session.change_stamp, versions: session.versions };
    },
  };
}

const timesOf = (session: SessionWithUser): SessionTimes => ({
  kind: session.kind,
  createdAt: session.created_at.getTime(),
  lastUsedAt: session.last_used_at.getTime(),
  expiresAt: session.expires_at.getTime(),
  tokenIssuedAt: session.token_issued_at.getTime(),
  tokenUsed: session.token_used,
  endedAt: session.ended_at?.getTime() ?? null,
});

/** A person as commands run for later see them: with the rights of that moment and no session. */
export async function loadPerson(
  ctx: { readonly instance: Instance; readonly db: Parameters<typeof findUser>[0] },
  userId: number,
): Promise<Person | undefined> {
  const row = await findUser(ctx.db, ctx.instance.id, userId);
  if (row === undefined || !row.is_active || !row.is_unlocked) return undefined;
  return {
    id: row.user_id,
    userName: row.user_name,
    rights: bitsToRights(row.rights),
    isAdministrator: row.is_administrator,
    sessionId: '',
    from: { address: '', device: '' },
  };
}
