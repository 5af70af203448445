import { InstanceNameSchema } from '@kontor/contract/account';
import { HEADERS } from '@kontor/contract/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Instance } from '../../platform/operation/context.ts';
import { ProblemError, fail } from '../../platform/operation/problem.ts';
import { originOf } from './gate.ts';
import type { AuthParts } from './parts.ts';
import { findUserByName } from './store.ts';

export const noStore = (reply: FastifyReply): FastifyReply => reply.header('Cache-Control', 'no-store');

/** Refuses a page of another origin. Programs name none. */
export function checkOrigin({ hosts }: AuthParts, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin !== undefined && !hosts.allowsOrigin(origin, request.host)) fail('ORIGIN_REFUSED');
}

/** The instance by host or header, else by what was typed: a name, or an address that begins with it. */
export async function instanceOfLogin(parts: AuthParts, request: FastifyRequest, typed: string): Promise<Instance> {
  const { gate, hosts, directory } = parts;
  const named = hosts.labelOf(request.host) !== null || Boolean(request.headers[HEADERS.instance.toLowerCase()]);
  if (named || typed === '') return gate.instanceOf(request);
  const address = /^(?:https?:\/\/)?([^/]+)/i.exec(typed)?.[1]?.toLowerCase() ?? '';
  const label = hosts.labelOf(address);
  const name = v.safeParse(InstanceNameSchema, label ?? typed);
  if (label === null) return gate.instanceOf(request);
  return (name.success ? await directory.byName(name.output) : undefined) ?? fail('INSTANCE_UNKNOWN');
}

interface Refused {
  readonly userName: string;
  readonly userId?: number;
  readonly way: string;
}

/** Does what proves who somebody is, and all that may be refused with it. A refusal is written down before it is told. */
export const notingRefusal = <T>(
  parts: AuthParts,
  request: FastifyRequest,
  instance: Instance,
  refused: Refused,
  work: () => Promise<T>,
): Promise<T> =>
  work().catch(async (error: unknown) => {
    await noteRefusal(parts, request, instance, { ...refused, error });
    throw error;
  });

/**
 * Writes down that somebody was refused, whatever the reason was. Other failures are none. A name that nobody bears is left out: people type
 * passwords into the wrong field, and what is in the log stays there.
 */
async function noteRefusal(
  parts: AuthParts,
  request: FastifyRequest,
  instance: Instance,
  refused: Refused & { readonly error: unknown },
): Promise<void> {
  const { userId = null, way, error } = refused;
  if (!(error instanceof ProblemError)) return;
  const db = parts.platform.database.forInstance(instance.id);
  const userName = (await findUserByName(db, instance.id, refused.userName))?.user_name ?? '';
  await parts.repeats.audit(instance, {
    kind: 'session.refused',
    subject: userName,
    details: { by: way, reason: error.code },
    by: { userId, userName, ...originOf(request) },
  });
}
