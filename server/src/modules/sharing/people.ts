import { rightsToBits } from '@kontor/contract/account';
import { kindOf, type ItemKindName } from '@kontor/contract/kernel';
import { MAX_SHARED_PEOPLE } from '@kontor/contract/sharing';
import type { InstanceContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { filterUsersAndGroups, knownGroupIds, knownUserIds } from '../account/index.ts';

type Ctx = Pick<InstanceContext, 'db' | 'instance'>;

/** The people and groups that items of a kind can be shared with: who may see the kind, and groups that mean any of them. */
export async function availableFor({ db, instance }: Ctx, module: ItemKindName) {
  const right = kindOf(module).rights.list?.name;
  const found = await filterUsersAndGroups(db, instance.id, right === undefined ? undefined : rightsToBits([right]));
  return {
    groups: found.flatMap(({ groupId, groupName, userIds }) =>
      groupId === undefined ? [] : [{ groupId, displayName: groupName, userIds: [...userIds] }],
    ),
    users: found.flatMap(({ userId, UserDisplayname, UserAvatar }) =>
      userId === 0 ? [] : [{ userId, displayName: UserDisplayname, userAvatar: UserAvatar }],
    ),
  };
}

/**
 * Whom some people and groups mean, but for who shares: by their ids, with the group that each was chosen through, 0 where it was none. Fails with
 * NOT_FOUND for somebody who is not there, SHARE_RIGHT_MISSING for one who may not see one of the kinds, or a group of nothing but such, and with
 * SHARE_TOO_MUCH.
 */
export async function peopleMeant(
  ctx: Ctx,
  modules: readonly ItemKindName[],
  { userIds, groupIds, ownId }: { userIds: readonly number[]; groupIds: readonly number[]; ownId: number },
): Promise<ReadonlyMap<number, number>> {
  const { db, instance } = ctx;
  const distinctIds = new Set(userIds);
  if ((await knownUserIds(db, instance.id, [...distinctIds])).length < distinctIds.size) return fail('NOT_FOUND');
  if ((await knownGroupIds(db, instance.id, groupIds)).length < new Set(groupIds).size) return fail('NOT_FOUND');
  const available = await Promise.all(modules.map((module) => availableFor(ctx, module)));
  const able = available.map(({ users }) => new Set(users.map(({ userId }) => userId)));
  const isAble = (id: number): boolean => able.every((some) => some.has(id));
  const unable = [...distinctIds].filter((id) => id !== ownId && !isAble(id));
  if (unable.length > 0) return fail('SHARE_RIGHT_MISSING', { data: { userIds: unable } });
  const people = new Map([...distinctIds].map((id) => [id, 0]));
  for (const groupId of groupIds) {
    const members = available.flatMap(({ groups }) => groups.find((group) => group.groupId === groupId)?.userIds ?? []);
    const meant = members.filter(isAble);
    if (meant.length === 0) return fail('SHARE_RIGHT_MISSING', { data: { userIds: [...new Set(members)] } });
    for (const id of meant) if (!people.has(id)) people.set(id, groupId);
  }
  people.delete(ownId);
  return people.size > MAX_SHARED_PEOPLE ? fail('SHARE_TOO_MUCH') : people;
}
