import {
  DEFAULT_RIGHTS,
  PasswordSchema,
  UserNameSchema,
  accountEvents,
  rightsToBits,
  type Right,
} from '@kontor/contract/account';
import { parseParameters } from '../../platform/http/problems.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { acceptPassword, ownerOf } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { initialsOf } from './rules.ts';
import { findUser, updateUser } from './store.ts';
import { dropLinksOf } from './store/links.ts';
import { endSessionsOf } from './store/sessions.ts';

export interface NewPerson {
  readonly userName: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string | null;
  readonly password: string;
  readonly rights?: readonly Right[];
  readonly isAdministrator?: boolean;
  readonly isUnlocked?: boolean;
}

/** Adds a person to an instance and answers the id. Fails with PARAMETERS_INVALID on a bad name or password; a name that is taken is a unique violation. */
export async function addPerson(db: Db, instanceId: number, person: NewPerson): Promise<number> {
  const userName = parseParameters(UserNameSchema, person.userName, 'userName');
  const password = parseParameters(PasswordSchema, person.password, 'password');
  const { user_id } = await db
    .insertInto('app_user')
    .values({
      instance_id: instanceId,
      user_name: userName,
      first_name: person.firstName ?? '',
      last_name: person.lastName ?? '',
      initial: initialsOf(person.firstName ?? '', person.lastName ?? '', userName),
      email: person.email ?? null,
      password_hash: await hashPassword(password),
      rights: rightsToBits(person.rights ?? DEFAULT_RIGHTS),
      is_administrator: person.isAdministrator ?? false,
      is_unlocked: person.isUnlocked ?? true,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

/** Tells the person's devices to load themselves anew, and all others that the lists of people changed. */
function announce(ctx: ChangeContext, userId: number): void {
  const payload = { keys: ['session', 'people'], processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(accountEvents.sessionChanged, { users: [userId] }, payload);
  ctx.emit(accountEvents.sessionChanged, 'instance', { ...payload, keys: ['people'] });
}

/** `addPerson` for an instance that people work in: their filters learn of it. Fails with PASSWORD_TOO_EASY on one that is tried early. */
export async function welcomePerson(ctx: ChangeContext, person: NewPerson): Promise<number> {
  const { userName, firstName = '', lastName = '', email = null } = person;
  acceptPassword(person.password, { userName, firstName, lastName, email }, ctx.instance);
  const userId = await addPerson(ctx.db, ctx.instance.id, person);
  announce(ctx, userId);
  return userId;
}

/** Sets what a person may do. */
export async function changeRights(
  ctx: ChangeContext,
  userId: number,
  to: { readonly rights: readonly Right[]; readonly isAdministrator: boolean },
): Promise<void> {
  const values = { rights: rightsToBits(to.rights), is_administrator: to.isAdministrator };
  await updateUser(ctx.db, ctx.instance.id, userId, values);
  announce(ctx, userId);
}

/** Lets a person sign in or no longer; what they have stays. Locking ends their sessions. */
export async function setUnlocked(ctx: ChangeContext, userId: number, isUnlocked: boolean): Promise<void> {
  await updateUser(ctx.db, ctx.instance.id, userId, { is_unlocked: isUnlocked });
  if (!isUnlocked) await endSessionsOf(ctx.db, ctx.instance.id, new Date(ctx.now()), userId);
  announce(ctx, userId);
}

/** Takes a person out of the instance, or back in. Their items stay; leaving ends their sessions. */
export async function setActive(ctx: ChangeContext, userId: number, isActive: boolean): Promise<void> {
  await updateUser(ctx.db, ctx.instance.id, userId, { is_active: isActive });
  if (!isActive) await endSessionsOf(ctx.db, ctx.instance.id, new Date(ctx.now()), userId);
  announce(ctx, userId);
}

/** Keeps the hash of a new password, and notes since when. */
export async function setPasswordHash(ctx: ChangeContext, userId: number, hash: string): Promise<void> {
  const values = { password_hash: hash, password_changed_at: new Date(ctx.now()) };
  await updateUser(ctx.db, ctx.instance.id, userId, values);
}

/**
 * Gives a person another password and ends all their sessions; links that were open are void. Fails with PARAMETERS_INVALID on a bad
 * one, with PASSWORD_TOO_EASY on one that is tried early.
 */
export async function setPassword(ctx: ChangeContext, userId: number, password: string): Promise<void> {
  const person = (await findUser(ctx.db, ctx.instance.id, userId)) ?? fail('NOT_FOUND');
  const accepted = acceptPassword(password, ownerOf(person), ctx.instance);
  await setPasswordHash(ctx, userId, await hashPassword(accepted));
  await dropLinksOf(ctx.db, ctx.instance.id, userId);
  await endSessionsOf(ctx.db, ctx.instance.id, new Date(ctx.now()), userId);
  announce(ctx, userId);
}

/** Whether an error says that an instance or a person of this name is there already. */
export function isNameTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return (
    code === '23505' && (constraint === 'instance_name_key' || constraint === 'app_user_instance_id_user_name_key')
  );
}
