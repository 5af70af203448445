import {
  InstanceNameSchema,
  LoginRequestSchema,
  LogoutRequestSchema,
  type ClientConfiguration,
  type InstanceInfo,
  type LoginAnswer,
} from '@kontor/contract/account';
import { CLIENT_VERSION, HEADERS } from '@kontor/contract/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { parseParameters } from '../../platform/http/problems.ts';
import type { Gate } from '../../platform/http/gate.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { closeSession, cookieName, csrfTokenOf, originOf, setSessionCookie, type GateParts } from './gate.ts';
import type { LinkParts } from './links.ts';
import { isPassword } from './passwords.ts';
import { expiryOf } from './rules.ts';
import { findUserByName, insertSession, type UserRow } from './store.ts';
import { createLoginThrottle } from './throttle.ts';
import { hashToken, newToken } from './tokens.ts';

export interface AuthParts extends GateParts, LinkParts {
  readonly gate: Gate;
  readonly instanceDomains: () => readonly string[];
}

/** Sign-in, sign-out, and what anybody may know about an instance. */
export function authRoutes(http: FastifyInstance, parts: AuthParts): void {
  const { platform, gate, directory, hosts } = parts;
  const throttle = createLoginThrottle(platform.now);

  const checkOrigin = (request: FastifyRequest): void => {
    const { origin } = request.headers;
    if (origin !== undefined && !hosts.allowsOrigin(origin, request.host)) fail('ORIGIN_REFUSED');
  };

  /** By host or header, else by what was typed: a name, or an address that begins with it. */
  const instanceOfLogin = async (request: FastifyRequest, typed: string): Promise<Instance> => {
    const named = hosts.labelOf(request.host) !== null || request.headers[HEADERS.instance.toLowerCase()] !== undefined;
    if (named || typed === '') return gate.instanceOf(request);
    const address = /^(?:https?:\/\/)?([^/]+)/i.exec(typed)?.[1]?.toLowerCase() ?? '';
    const label = hosts.labelOf(address);
    const name = v.safeParse(InstanceNameSchema, label ?? typed);
    if (label === null) return gate.instanceOf(request);
    return (name.success ? await directory.byName(name.output) : undefined) ?? fail('INSTANCE_UNKNOWN');
  };

  http.get('/instance.json', async (request, reply) => {
    const instance = await gate.instanceOf(request);
    const info: InstanceInfo = { name: instance.name, title: instance.title, version: CLIENT_VERSION };
    return reply.header('Cache-Control', 'no-store').send(info);
  });

  http.get('/client.json', (_request, reply) => {
    const configuration: ClientConfiguration = {
      instanceDomains: [...parts.instanceDomains()],
      version: CLIENT_VERSION,
    };
    return reply.header('Cache-Control', 'no-store').send(configuration);
  });

  http.post('/auth/login', async (request, reply) => {
    checkOrigin(request);
    const login = parseParameters(LoginRequestSchema, request.body);
    const instance = await instanceOfLogin(request, login.instance);
    const account = `${instance.id} ${login.username}`;
    const wait = throttle.waitFor(account, request.ip);
    if (wait > 0) return fail('TOO_MANY_REQUESTS', { retryAfter: wait });
    const db = platform.database.forInstance(instance.id);
    const user = await findUserByName(db, instance.id, login.username);
    const usable = user?.is_active ? user : undefined;
    if (!(await isPassword(usable?.password_hash ?? null, login.password)) || usable === undefined) {
      throttle.wrong(account, request.ip);
      return fail('LOGIN_FAILED');
    }
    if (!usable.is_unlocked) return fail('USER_NOT_UNLOCKED');
    throttle.right(account);
    return reply.header('Cache-Control', 'no-store').send(await openSession(parts, request, reply, instance, usable));
  });

  http.post('/auth/logout', async (request, reply) => {
    parseParameters(LogoutRequestSchema, request.body ?? {});
    const { instance, person, via } = await gate.signedIn(request, reply);
    await closeSession(parts, instance, person.sessionId);
    if (via === 'cookie') void reply.clearCookie(cookieName(parts, request, instance), { path: '/' });
    return reply.header('Cache-Control', 'no-store').send({ success: true });
  });
}

async function openSession(
  parts: AuthParts,
  request: FastifyRequest,
  reply: FastifyReply,
  instance: Instance,
  user: UserRow,
): Promise<LoginAnswer> {
  const { platform } = parts;
  const kind = request.headers[HEADERS.session.toLowerCase()] === 'cookie' ? 'cookie' : 'bearer';
  const now = platform.now();
  const token = newToken(instance.id);
  const sessionId = platform.newId();
  const expiresAt = new Date(expiryOf(kind, now, now));
  await insertSession(platform.database.forInstance(instance.id), {
    instance_id: instance.id,
    session_id: sessionId,
    user_id: user.user_id,
    kind,
    token_hash: hashToken(token),
    token_issued_at: new Date(now),
    ...originOf(request),
    created_at: new Date(now),
    last_used_at: new Date(now),
    expires_at: expiresAt,
    signed_in_by: 'password',
  });
  if (kind === 'cookie') void setSessionCookie(parts, request, reply, instance, token, expiresAt);
  const bearer = kind === 'bearer' ? token : '';
  return { success: true, authToken: bearer, accessToken: bearer, csrfToken: csrfTokenOf(platform, sessionId) };
}
