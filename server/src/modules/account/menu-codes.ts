import type { MenuCodeAnswerSchema, MenuCodeSchema, MenuItem } from '@kontor/contract/account';
import type { FastifyRequest } from 'fastify';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type * as v from 'valibot';
import { addressOf } from '../../platform/http/address.ts';
import type { CommandContext, Instance } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { originOf } from './gate.ts';
import type { AuthParts } from './parts.ts';
import { findUser } from './store.ts';
import { putMenuCode, takeMenuCode } from './store/menu.ts';
import { openSessionsAmong } from './store/sessions.ts';
import { admit, countingContext, wasRight } from './throttle.ts';
import { hashToken } from './tokens.ts';
import { NOBODY } from './two-factor.ts';
import type { MenuHost } from '../../platform/config/menu-settings.ts';

/** What the operator allows entries of the menu. */
export interface MenuParts {
  readonly hosts: readonly MenuHost[];
  readonly schemes: readonly string[];
}

/** As long as a browser takes to the host, and the host to ask who has come. */
const CODE_MS = 60_000;
const CODE_BYTES = 32;

/** A code for the person of a command, for one host. */
export async function issueMenuCode(
  ctx: CommandContext,
  { Name, ResourceId }: MenuItem,
  host: string,
): Promise<{ readonly code: string; readonly instance: string }> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await putMenuCode(ctx.db, {
    instance_id: ctx.instance.id,
    code_hash: hashToken(code),
    user_id: ctx.person.id,
    session_id: ctx.person.sessionId,
    host,
    item: Name,
    resource_id: ResourceId,
    expires_at: new Date(ctx.now() + CODE_MS),
  });
  return { code, instance: ctx.instance.name };
}

/** Compared by their hashes, which are of one length and tell nothing by the time that it takes. */
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
};

/**
 * Whom a code stands for, once, for the host that it was made for. Fails with LOGIN_FAILED whatever is wrong, and with TOO_MANY_REQUESTS. A
 * host that does not prove itself uses up no code.
 */
export async function redeemMenuCode(
  parts: AuthParts & { readonly menu: MenuParts },
  request: FastifyRequest,
  instance: Instance,
  given: v.InferOutput<typeof MenuCodeSchema>,
): Promise<v.InferOutput<typeof MenuCodeAnswerSchema>> {
  const counting = countingContext(parts.platform, instance);
  const admitted = await admit(counting, [{ kind: 'address', key: addressOf(request) }]);
  const secret = parts.menu.hosts.find(({ host }) => host === given.host)?.secret;
  if (!isSame(secret ?? randomBytes(CODE_BYTES).toString('hex'), given.secret)) return fail('LOGIN_FAILED');
  const code = await takeMenuCode(counting.db, instance.id, hashToken(given.code));
  const user = await findUser(counting.db, instance.id, code?.user_id ?? NOBODY);
  const sessions = code === undefined ? [] : [code.session_id];
  const open = await openSessionsAmong(counting.db, instance.id, sessions, counting.now);
  const isGood = [
    code?.tries === 1,
    code !== undefined && code.expires_at.getTime() > counting.now,
    code?.host === given.host,
    open.size === 1,
  ].every(Boolean);
  if (!isGood || code === undefined || user === undefined) return fail('LOGIN_FAILED');
  await wasRight(counting, admitted);
  const { user_id: userId, user_name: userName } = user;
  await parts.change(instance, async (ctx) => {
    ctx.audit({
      kind: 'menu.redeemed',
      subject: userName,
      details: { name: code.item, host: code.host },
      by: { userId, userName, ...originOf(request) },
    });
  });
  return {
    user: { id: userId, userName, firstName: user.first_name, lastName: user.last_name, email: user.email },
    instance: { name: instance.name, title: instance.title },
    resourceId: code.resource_id,
  };
}
