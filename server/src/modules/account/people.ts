import {
  DEFAULT_RIGHTS,
  PasswordSchema,
  RIGHTS,
  UserNameSchema,
  accountEvents,
  bitsToRights,
  rightsToBits,
  type Right,
} from '@kontor/contract/account';
import { parseParameters } from '../../platform/http/problems.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { revokeAppPasswords } from './app-passwords.ts';
import { mailChange } from './mailing.ts';
import { acceptPassword, ownerOf } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { initialsOf } from './rules.ts';
import { findUser, updateUser, type UserRow } from './store.ts';
import { isInGroups } from './store/groups.ts';
import { dropDevices } from './store/known-devices.ts';
import { dropLinksOf } from './store/links.ts';
import { endSessionsOf } from './store/sessions.ts';
import { tellGroups } from './telling.ts';

export interface NewPerson {
  readonly userName: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string | null;
  /** Null for who sets one by the link of an invitation. */
  readonly password: string | null;
  readonly rights?: readonly Right[];
  readonly isAdministrator?: boolean;
  readonly isUnlocked?: boolean;
}

/** Adds a person to an instance and answers the id. Fails with PARAMETERS_INVALID on a bad name or password; a name that is taken is a unique violation. */
export async function addPerson(db: Db, instanceId: number, person: NewPerson): Promise<number> {
  const userName = parseParameters(UserNameSchema, person.userName, 'userName');
  const password = person.password === null ? null : parseParameters(PasswordSchema, person.password, 'password');
  const { user_id } = await db
    .insertInto('app_user')
    .values({
      instance_id: instanceId,
      user_name: userName,
      first_name: person.firstName ?? '',
      last_name: person.lastName ?? '',
      initial: initialsOf(person.firstName ?? '', person.lastName ?? '', userName),
      email: person.email ?? null,
      password_hash: password === null ? null : await hashPassword(password),
      rights: rightsToBits(person.rights ?? DEFAULT_RIGHTS),
      is_administrator: person.isAdministrator ?? false,
      is_unlocked: person.isUnlocked ?? true,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

/** Tells the person's devices to load themselves anew, and all others that the lists of people changed. */
export function announce(ctx: ChangeContext, userId: number): void {
  const payload = { keys: ['session', 'people'], processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(accountEvents.sessionChanged, { users: [userId] }, payload);
  ctx.emit(accountEvents.sessionChanged, 'instance', { ...payload, keys: ['people'] });
}

/** Tells everybody that the instance is called or set up otherwise than before. */
export function announceInstance(ctx: ChangeContext): void {
  const payload = { keys: ['session'], processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(accountEvents.sessionChanged, 'instance', payload);
}

/** `addPerson` for an instance that people work in: their filters learn of it. Fails with PASSWORD_TOO_EASY on one that is tried early. */
export async function welcomePerson(ctx: ChangeContext, person: NewPerson): Promise<number> {
  const { userName, firstName = '', lastName = '', email = null } = person;
  if (person.password !== null) acceptPassword(person.password, { userName, firstName, lastName, email }, ctx.instance);
  const userId = await addPerson(ctx.db, ctx.instance.id, person);
  const { user_name: subject, ...row } = await personOf(ctx, userId);
  const kind = person.password === null ? 'person.invited' : 'person.changed';
  ctx.audit({
    kind,
    subject,
    details: { change: 'added', ...rightsNote({ rights: 0, is_administrator: false }, row) },
  });
  announce(ctx, userId);
  return userId;
}

/** A person of the instance. Fails with NOT_FOUND. */
export const personOf = async (ctx: ChangeContext, userId: number): Promise<UserRow> =>
  (await findUser(ctx.db, ctx.instance.id, userId)) ?? fail('NOT_FOUND');

type Rank = Pick<UserRow, 'rights' | 'is_administrator'>;

const namesOf = (bits: number): string => RIGHTS.filter((right) => bitsToRights(bits)[right]).join(', ');

/** What one set of rights has and another had not, as it is written down. */
const rightsNote = (before: Rank, after: Rank): Record<string, string> => ({
  added: namesOf(after.rights & ~before.rights),
  removed: namesOf(before.rights & ~after.rights),
  ...(before.is_administrator === after.is_administrator
    ? {}
    : { administrator: after.is_administrator ? 'yes' : 'no' }),
});

/** Sets what a person may do. Fails with NOT_FOUND. */
export async function changeRights(
  ctx: ChangeContext,
  userId: number,
  to: { readonly rights: readonly Right[]; readonly isAdministrator: boolean },
): Promise<void> {
  const before = await personOf(ctx, userId);
  const after = { rights: rightsToBits(to.rights), is_administrator: to.isAdministrator };
  if (before.rights === after.rights && before.is_administrator === after.is_administrator) return;
  await updateUser(ctx.db, ctx.instance.id, userId, after);
  ctx.audit({ kind: 'rights.changed', subject: before.user_name, details: rightsNote(before, after) });
  announce(ctx, userId);
}

export interface PersonNames {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
}

/**
 * Changes how a person is called and reached. The address of before is told by mail: links to a new password go elsewhere from now on.
 * Fails with NOT_FOUND.
 */
export async function changeNames(ctx: ChangeContext, userId: number, to: PersonNames): Promise<void> {
  const before = await personOf(ctx, userId);
  const after = { first_name: to.firstName, last_name: to.lastName, email: to.email };
  const fields = (['first_name', 'last_name', 'email'] as const).filter((field) => before[field] !== after[field]);
  if (fields.length === 0) return;
  const initial = initialsOf(to.firstName, to.lastName, before.user_name);
  await updateUser(ctx.db, ctx.instance.id, userId, { ...after, initial });
  const details = Object.fromEntries(fields.map((field) => [field, `${before[field] ?? ''} -> ${after[field] ?? ''}`]));
  ctx.audit({ kind: 'person.changed', subject: before.user_name, details: { change: 'named', ...details } });
  if (before.email !== null && fields.includes('email')) await mailChange(ctx, userId, 'email', before.email);
  announce(ctx, userId);
}

/** Lets a person sign in or no longer; what they have stays. Locking ends their sessions. Fails with NOT_FOUND. */
export const setUnlocked = (ctx: ChangeContext, userId: number, isUnlocked: boolean): Promise<void> =>
  setState(ctx, userId, { is_unlocked: isUnlocked }, isUnlocked ? 'unlocked' : 'locked');

/** Takes a person out of the instance, or back in. Their items stay; leaving ends their sessions. Fails with NOT_FOUND. */
export const setActive = (ctx: ChangeContext, userId: number, isActive: boolean): Promise<void> =>
  setState(ctx, userId, { is_active: isActive }, isActive ? 'returned' : 'left');

async function setState(
  ctx: ChangeContext,
  userId: number,
  to: { readonly is_unlocked: boolean } | { readonly is_active: boolean },
  change: 'unlocked' | 'locked' | 'returned' | 'left',
): Promise<void> {
  const { user_name: subject } = await personOf(ctx, userId);
  await updateUser(ctx.db, ctx.instance.id, userId, to);
  ctx.audit({ kind: 'person.changed', subject, details: { change } });
  if (change === 'locked' || change === 'left')
    await endSessionsOf(ctx.db, ctx.instance.id, new Date(ctx.now()), userId);
  announce(ctx, userId);
  // Groups mean others now, and with them lists and what is shared.
  if (await isInGroups(ctx.db, ctx.instance.id, userId)) await tellGroups(ctx);
}

/** Keeps the hash of a new password, and notes since when. */
export async function setPasswordHash(ctx: ChangeContext, userId: number, hash: string): Promise<void> {
  const values = { password_hash: hash, password_changed_at: new Date(ctx.now()) };
  await updateUser(ctx.db, ctx.instance.id, userId, values);
}

/**
 * Gives a person another password and ends all their sessions; their devices are strangers from now on, links that were open are void, and they are told by mail. Fails with PARAMETERS_INVALID on a bad
 * one, with PASSWORD_TOO_EASY on one that is tried early.
 */
export async function setPassword(ctx: ChangeContext, userId: number, password: string): Promise<void> {
  const person = await personOf(ctx, userId);
  const accepted = acceptPassword(password, ownerOf(person), ctx.instance);
  await setPasswordHash(ctx, userId, await hashPassword(accepted));
  await dropLinksOf(ctx.db, ctx.instance.id, userId);
  await dropDevices(ctx.db, ctx.instance.id, userId);
  await endSessionsOf(ctx.db, ctx.instance.id, new Date(ctx.now()), userId);
  await revokeAppPasswords(ctx, { id: userId, userName: person.user_name });
  ctx.audit({ kind: 'password.changed', subject: person.user_name });
  await mailChange(ctx, userId, 'password');
  announce(ctx, userId);
}

/** Whether an error says that an instance or a person of this name is there already. */
export function isNameTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return (
    code === '23505' && (constraint === 'instance_name_key' || constraint === 'app_user_instance_id_user_name_key')
  );
}
