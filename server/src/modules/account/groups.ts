import {
  MAX_GROUPS,
  type FilterUser,
  type Group,
  type groupCommands,
  type groupQueries,
} from '@kontor/contract/account';
import { tidyName } from '@kontor/contract/kernel';
import type { Db } from '../../platform/db/database.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireAdministrator } from './access.ts';
import { filterUsers, knownUserIds, userNamesOf } from './store.ts';
import {
  findGroup,
  insertGroup,
  lockGroups,
  meantGroups,
  otherGroups,
  readGroups,
  setGroupMembers,
  updateGroup,
  type GroupRow,
} from './store/groups.ts';
import { tellGroups } from './telling.ts';

export interface GroupAbout {
  readonly name: string;
  readonly userIds: readonly number[];
}

/**
 * Told, in the transaction of the change, of the people who joined or left a group, while the groups are held: what is shared with it
 * follows them.
 */
export type OnGroupMembers = (
  ctx: ChangeContext,
  groupId: number,
  change: { readonly joined: readonly number[]; readonly left: readonly number[] },
) => Promise<void>;

const toGroup = ({ group_id, version, name, members }: GroupRow): Group => ({
  groupId: group_id,
  aggregateVersion: version,
  name,
  userIds: [...members],
});

/** The groups that mean anybody, and behind them the people of an instance, as lists are filtered by them; with a right those who have it. */
export async function filterUsersAndGroups(db: Db, instanceId: number, right?: number): Promise<FilterUser[]> {
  const [groups, people] = await Promise.all([meantGroups(db, instanceId, right), filterUsers(db, instanceId, right)]);
  return [
    ...groups.map(({ groupId, name, userIds }): FilterUser => ({
      userId: 0,
      groupId,
      userIds: [...userIds],
      fullName: '',
      groupName: name,
      active: true,
      UserAvatar: null,
      UserDisplayname: name,
    })),
    ...people,
  ];
}

/** Makes a group. Fails with NAME_REQUIRED, NAME_TAKEN, TOO_MANY_GROUPS, and with NOT_FOUND where one of the people is nobody. */
export async function createGroup(ctx: ChangeContext, { name: given, userIds }: GroupAbout): Promise<Group> {
  const { db, instance } = ctx;
  const name = nameOf(given);
  await lockGroups(db, instance.id);
  await requireRoom(ctx, name, undefined);
  await requirePeople(ctx, userIds, []);
  const groupId = await insertGroup(db, instance.id, name);
  await setGroupMembers(db, instance.id, groupId, userIds);
  // Nothing can be shared with it yet.
  return await settle(ctx, groupId, undefined, 'added');
}

/**
 * Names a group and makes these people, and no others, its members. Fails with NOT_FOUND, also where somebody is nobody, NAME_REQUIRED,
 * NAME_TAKEN, and with VERSION_CONFLICT where it is not of the version any more that is named.
 */
export async function changeGroup(
  ctx: ChangeContext,
  groupId: number,
  { name: given, userIds }: GroupAbout,
  onMembers: OnGroupMembers,
  version?: number,
): Promise<Group> {
  const { db, instance } = ctx;
  const row = await held(ctx, groupId, false);
  if (version !== undefined && row.version !== version) fail('VERSION_CONFLICT', { data: toGroup(row) });
  const name = nameOf(given);
  const { isTaken } = await otherGroups(db, instance.id, name, groupId);
  if (isTaken) fail('NAME_TAKEN');
  await requirePeople(ctx, userIds, row.members);
  await updateGroup(db, row, { name });
  await setGroupMembers(db, instance.id, groupId, userIds);
  return settle(ctx, groupId, row, 'changed', onMembers);
}

/** Takes a group away; it can be put back until it is swept. Fails with NOT_FOUND. */
export async function deleteGroup(ctx: ChangeContext, groupId: number, onMembers: OnGroupMembers): Promise<void> {
  const row = await held(ctx, groupId, false);
  await updateGroup(ctx.db, row, { deleted_at: new Date(ctx.now()) });
  await settle(ctx, groupId, row, 'removed', onMembers);
}

/** Puts a group back. Fails with NOT_FOUND, NAME_TAKEN, TOO_MANY_GROUPS. */
export async function restoreGroup(ctx: ChangeContext, groupId: number, onMembers: OnGroupMembers): Promise<Group> {
  const row = await held(ctx, groupId, true);
  await requireRoom(ctx, row.name, groupId);
  await updateGroup(ctx.db, row, { deleted_at: null });
  return settle(ctx, groupId, row, 'restored', onMembers);
}

export const groupQueryHandlers: QueryHandlers<typeof groupQueries> = {
  async groups(ctx) {
    requireAdministrator(ctx);
    return (await readGroups(ctx.db, ctx.instance.id)).map(toGroup);
  },
};

export const groupCommandHandlers = (onMembers: OnGroupMembers): CommandHandlers<typeof groupCommands> => ({
  async createGroup(ctx, about) {
    requireAdministrator(ctx);
    return createGroup(ctx, about);
  },

  async changeGroup(ctx, { groupId, aggregateVersion, ...about }) {
    requireAdministrator(ctx);
    return changeGroup(ctx, groupId, about, onMembers, aggregateVersion);
  },

  async deleteGroup(ctx, { groupId }) {
    requireAdministrator(ctx);
    await deleteGroup(ctx, groupId, onMembers);
    return {};
  },

  async restoreGroup(ctx, { groupId }) {
    requireAdministrator(ctx);
    return restoreGroup(ctx, groupId, onMembers);
  },
});

function nameOf(given: string): string {
  const name = tidyName(given);
  return name === '' ? fail('NAME_REQUIRED') : name;
}

/** Fails where there is no room for one more group, or none of this name. */
async function requireRoom({ db, instance }: ChangeContext, name: string, groupId: number | undefined): Promise<void> {
  const { count, isTaken } = await otherGroups(db, instance.id, name, groupId);
  if (isTaken) fail('NAME_TAKEN');
  if (count >= MAX_GROUPS) fail('TOO_MANY_GROUPS');
}

/** Fails with NOT_FOUND where one of them is nobody: who has left stays a member, and does not become one. */
async function requirePeople(
  { db, instance }: ChangeContext,
  userIds: readonly number[],
  members: readonly number[],
): Promise<void> {
  const fresh = [...new Set(userIds)].filter((id) => !members.includes(id));
  const known = await knownUserIds(db, instance.id, fresh);
  if (known.length < fresh.length) fail('NOT_FOUND');
}

/** The group, from now on nobody else's to change. Fails with NOT_FOUND, also where it is there and should be deleted, or the other way round. */
async function held(ctx: ChangeContext, groupId: number, isDeleted: boolean): Promise<GroupRow> {
  await lockGroups(ctx.db, ctx.instance.id);
  const row = await findGroup(ctx.db, ctx.instance.id, groupId);
  return row !== undefined && (row.deleted_at !== null) === isDeleted ? row : fail('NOT_FOUND');
}

type GroupChange = 'added' | 'changed' | 'removed' | 'restored';

/** Writes down what became of a group, tells everybody, and returns what it is now. */
async function settle(
  ctx: ChangeContext,
  groupId: number,
  before: GroupRow | undefined,
  change: GroupChange,
  onMembers?: OnGroupMembers,
): Promise<Group> {
  const { db, instance } = ctx;
  const row = (await findGroup(db, instance.id, groupId)) ?? fail('NOT_FOUND');
  const were = before?.members ?? [];
  const namesOf = async (ids: readonly number[]) => (await userNamesOf(db, instance.id, ids)).join(', ');
  const renamed = before !== undefined && before.name !== row.name ? `${before.name} -> ${row.name}` : '';
  const joined = row.members.filter((id) => !were.includes(id));
  const left = were.filter((id) => !row.members.includes(id));
  const details = { change, name: renamed, joined: await namesOf(joined), departed: await namesOf(left) };
  ctx.audit({ kind: 'group.changed', subject: row.name, details });
  // A deleted group lets nobody see anything, whoever is in it.
  if (change === 'removed') await onMembers?.(ctx, groupId, { joined: [], left: were });
  else if (change === 'restored') await onMembers?.(ctx, groupId, { joined: row.members, left: [] });
  else if (joined.length + left.length > 0) await onMembers?.(ctx, groupId, { joined, left });
  await tellGroups(ctx);
  return toGroup(row);
}
