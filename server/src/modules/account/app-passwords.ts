import {
  MAX_APP_PASSWORDS,
  bitsToRights,
  type AppPassword,
  type AppScope,
  type appPasswordCommands,
  type appPasswordQueries,
} from '@kontor/contract/account';
import type { FastifyRequest } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { addressOf } from '../../platform/http/address.ts';
import type { ChangeContext, CommandContext, Instance, Person } from '../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { originOf, type GateParts } from './gate.ts';
import { mailChange } from './mailing.ts';
import {
  appPasswordsOf,
  countAppPasswords,
  dropAppPasswords,
  findAppPassword,
  insertAppPassword,
  removeAppPassword,
  touchAppPassword,
  type AppPasswordRow,
} from './store/app-passwords.ts';
import { tellSignIn } from './telling.ts';
import { admit, countingContext } from './throttle.ts';

/** Signs that nobody takes for one another. */
const SIGNS = 'abcdefghjkmnpqrstvwxyz23456789';
const CHANCE = 28;
const GROUP = 4;
/** Largest byte that gives every sign the same odds. */
const FAIR = 256 - (256 % SIGNS.length);

/** 137 bits of chance behind the number of the instance, in groups to be typed. */
export function newAppPassword(instanceId: number, chance: (bytes: number) => Buffer = randomBytes): string {
  let signs = '';
  while (signs.length < CHANCE)
    for (const byte of chance(CHANCE)) if (byte < FAIR) signs += SIGNS[byte % SIGNS.length] ?? '';
  const groups = signs.slice(0, CHANCE).match(new RegExp(`.{${GROUP}}`, 'g')) ?? [];
  return [instanceId.toString(36), ...groups].join('-');
}

/** What was typed, in the one way that it is hashed; spaces and hyphens are the reader's. */
const plain = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '');

/** Number of the instance that a password claims to be of; undefined where it is none of ours. */
export function instanceOfAppPassword(typed: string): number | undefined {
  const match = new RegExp(`^([0-9a-z]{1,6})[${SIGNS}]{${CHANCE}}$`).exec(plain(typed));
  return match?.[1] === undefined ? undefined : Number.parseInt(match[1], 36);
}

const hashOf = (typed: string): Buffer => createHash('sha256').update(plain(typed)).digest();

const toAppPassword = (row: AppPasswordRow): AppPassword => ({
  appPasswordId: row.app_password_id,
  name: row.name,
  scope: row.scope,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

export const appPasswordQueryHandlers: QueryHandlers<typeof appPasswordQueries> = {
  appPasswords: async ({ db, instance, person }) =>
    (await appPasswordsOf(db, instance.id, person.id)).map(toAppPassword),
};

async function announce(
  ctx: CommandContext,
  change: 'appPasswordAdded' | 'appPasswordRemoved',
  name: string,
): Promise<void> {
  await tellSignIn(ctx, ctx.person.id, ['security']);
  ctx.audit({ kind: 'factor.changed', subject: ctx.person.userName, details: { change, name } });
  await mailChange(ctx, ctx.person.id, change);
}

export const appPasswordCommandHandlers: CommandHandlers<typeof appPasswordCommands> = {
  async createAppPassword(ctx, { name, scope }) {
    const { db, instance, person } = ctx;
    if ((await countAppPasswords(db, instance.id, person.id)) >= MAX_APP_PASSWORDS) fail('TOO_MANY_APP_PASSWORDS');
    const password = newAppPassword(instance.id);
    const appPasswordId = await insertAppPassword(db, {
      instance_id: instance.id,
      user_id: person.id,
      name,
      scope,
      secret_hash: hashOf(password),
      created_at: new Date(ctx.now()),
    });
    await announce(ctx, 'appPasswordAdded', name);
    return { appPasswordId, password, userName: person.userName };
  },

  async removeAppPassword(ctx, { appPasswordId }) {
    const name = await removeAppPassword(ctx.db, ctx.instance.id, ctx.person.id, appPasswordId);
    await announce(ctx, 'appPasswordRemoved', name ?? fail('NOT_FOUND'));
    return {};
  },
};

/** Revokes all app passwords of somebody whose password others may have known. */
export async function revokeAppPasswords(
  ctx: ChangeContext,
  { id, userName }: Pick<Person, 'id' | 'userName'>,
): Promise<void> {
  const count = await dropAppPasswords(ctx.db, ctx.instance.id, id);
  if (count === 0) return;
  await tellSignIn(ctx, id, ['security']);
  ctx.audit({
    kind: 'factor.changed',
    subject: userName,
    details: { change: 'appPasswordRemoved', items: String(count) },
  });
}

/** Who asks with an app password. */
export interface AppSignedIn {
  readonly instance: Instance;
  readonly person: Person;
}
/** Says who a request with HTTP Basic authentication is of. Fails with UNAUTHENTICATED and TOO_MANY_REQUESTS. */
export type AppGate = (request: FastifyRequest) => Promise<AppSignedIn>;

function basicOf(request: FastifyRequest): { readonly userName: string; readonly password: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, userName, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return userName === undefined || password === undefined ? undefined : { userName, password };
}

/** How often it is noted that one is in use. */
const TOUCH_MS = 10 * 60_000;

/**
 * The gate for programs that sign in with an app password for one purpose. Wrong ones are counted by network address, as all that nobody can guess; a right
 * one is never refused for what others have tried from there.
 */
export function createAppGate(parts: GateParts, scope: AppScope): AppGate {
  const { platform, directory, hosts } = parts;

  const refuse = async (request: FastifyRequest, instance: Instance | undefined, userName: string): Promise<never> => {
    if (instance !== undefined) {
      await admit(countingContext(platform, instance), [{ kind: 'appPassword', key: addressOf(request) }]);
      await parts.repeats.audit(instance, {
        kind: 'session.refused',
        subject: userName,
        details: { by: 'appPassword', reason: 'UNAUTHENTICATED' },
        by: { userId: null, userName, ...originOf(request) },
      });
    }
    return fail('UNAUTHENTICATED');
  };

  return async (request) => {
    const basic = basicOf(request);
    if (basic === undefined) return fail('UNAUTHENTICATED');
    const label = hosts.labelOf(request.host);
    const wanted = label == null ? undefined : await directory.byName(label);
    const issuedBy = instanceOfAppPassword(basic.password);
    if (issuedBy === undefined || (wanted !== undefined && wanted.id !== issuedBy))
      return refuse(request, wanted ?? (await directory.only()), '');
    const instance = await directory.byId(issuedBy);
    if (instance === undefined) return refuse(request, wanted ?? (await directory.only()), '');
    const db = platform.database.forInstance(instance.id);
    const owner = await findAppPassword(db, instance.id, scope, hashOf(basic.password));
    if (owner === undefined || owner.user_name.toLowerCase() !== basic.userName.trim().toLowerCase())
      return refuse(request, instance, owner?.user_name ?? '');
    if (!owner.is_active || !owner.is_unlocked) return refuse(request, instance, owner.user_name);
    const now = platform.now();
    if (owner.last_used_at === null || now - owner.last_used_at.getTime() > TOUCH_MS)
      await touchAppPassword(db, instance.id, owner.app_password_id, new Date(now));
    return {
      instance,
      person: {
        id: owner.user_id,
        userName: owner.user_name,
        rights: bitsToRights(owner.rights),
        isAdministrator: owner.is_administrator,
        sessionId: '',
        from: originOf(request),
      },
    };
  };
}
