import { LinkCheckSchema, LinkUseSchema } from '@kontor/contract/account';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf } from '../../platform/http/address.ts';
import { parseParameters } from '../../platform/http/problems.ts';
import { actingAs } from '../../platform/operation/audit.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { originOf } from './gate.ts';
import { readLink, spendLink } from './links.ts';
import { mailChange } from './mailing.ts';
import { acceptPassword, ownerOf } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { revokeAppPasswords } from './app-passwords.ts';
import { setPasswordHash } from './people.ts';
import type { AuthParts } from './parts.ts';
import { checkOrigin, noStore, notingRefusal } from './route-tools.ts';
import { endSessions } from './sessions.ts';
import { findUser } from './store.ts';
import { findLink } from './store/links.ts';
import { tellSignIn } from './telling.ts';
import { admit, countingContext, wasRight } from './throttle.ts';
import { hashToken, instanceOfLinkToken } from './tokens.ts';

/** Setting a password by a one-time link. */
export function linkRoutes(http: FastifyInstance, parts: AuthParts): void {
  const { platform, directory, hosts } = parts;

  /** The instance that a token is of; at the host of another one it is good for nothing. */
  const instanceOf = async (request: FastifyRequest, token: string): Promise<Instance> => {
    const number = instanceOfLinkToken(token);
    const instance = number === undefined ? undefined : await directory.byId(number);
    if (instance === undefined) return fail('LINK_INVALID');
    const label = hosts.labelOf(request.host);
    return label === null || label === instance.name ? instance : fail('LINK_INVALID');
  };

  http.post('/auth/link/check', async (request, reply) => {
    checkOrigin(parts, request);
    const { token } = parseParameters(LinkCheckSchema, request.body);
    const instance = await instanceOf(request, token);
    const info = await notingRefusal(parts, request, instance, { userName: '', way: 'link' }, async () => {
      const counting = countingContext(platform, instance);
      const admitted = await admit(counting, [{ kind: 'secret', key: addressOf(request) }]);
      const found = await readLink({ ...platform, instance, db: counting.db }, token);
      await wasRight(counting, admitted);
      return found;
    });
    return noStore(reply).send(info);
  });

  http.post('/auth/link/use', async (request, reply) => {
    checkOrigin(parts, request);
    const { token, password } = parseParameters(LinkUseSchema, request.body);
    const instance = await instanceOf(request, token);
    await notingRefusal(parts, request, instance, { userName: '', way: 'link' }, () =>
      setByLink(parts, request, instance, { token, password }),
    );
    return noStore(reply).send({ success: true });
  });
}

/** Sets a password by a link, once. Fails with LINK_INVALID, and with the codes of `acceptPassword`, which leave the link as it is. */
async function setByLink(
  parts: AuthParts,
  request: FastifyRequest,
  instance: Instance,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  const { platform } = parts;
  const counting = countingContext(platform, instance);
  const admitted = await admit(counting, [{ kind: 'secret', key: addressOf(request) }]);
  // Looked at before it is spent, so that no transaction waits for the hash.
  const link =
    (await findLink(counting.db, instance.id, hashToken(token), new Date(counting.now))) ?? fail('LINK_INVALID');
  const owner = (await findUser(counting.db, instance.id, link.user_id)) ?? fail('LINK_INVALID');
  const hash = await hashPassword(acceptPassword(password, ownerOf(owner), instance));
  await parts.change(instance, async (inner) => {
    const { person, kind } = await spendLink(inner, token);
    const who = { id: person.user_id, userName: person.user_name };
    const ctx = actingAs(inner, { userId: who.id, userName: who.userName, ...originOf(request) });
    await setPasswordHash(ctx, who.id, hash);
    await endSessions(ctx, parts.bus, who);
    await revokeAppPasswords(ctx, who);
    await tellSignIn(ctx, who.id, ['security']);
    ctx.audit({ kind: 'link.used', subject: who.userName, details: { kind } });
    ctx.audit({ kind: 'password.changed', subject: who.userName, details: { by: 'link' } });
    await mailChange(ctx, who.id, 'password');
  });
  await wasRight(counting, admitted);
}
