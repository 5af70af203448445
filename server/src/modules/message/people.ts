import { MAX_OPEN_PEOPLE, MAX_RECEIVERS, type Addressee } from '@kontor/contract/message';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { knownGroupIds, meantGroups, peopleAmong } from '../account/index.ts';
import { MESSAGE_LIST } from './access.ts';
import { guestsMeant } from './guests.ts';
import type { Letters } from './letters.ts';
import type { Guest } from './store/guests.ts';

/** Whom a message is to go to. */
export interface Meant {
  /** Those without an account. */
  readonly guests: readonly Guest[];
  /** Without who sends it, but for a note to oneself. */
  readonly receivers: readonly number[];
  /** What the groups among the addressees are called; null where there is none. */
  readonly groupName: string | null;
  /** Those who were named and are gone, or may see no messages. */
  readonly leftOut: readonly number[];
}

/**
 * Finds the people whom addressees mean at this moment: groups are their members. Fails with NOT_FOUND for a person or group that never was
 * there, MESSAGE_RECEIVERS_NONE, MESSAGE_TOO_MANY_RECEIVERS, and as `guestsMeant`.
 */
export async function peopleMeant(
  ctx: CommandContext,
  letters: Letters,
  addressee: readonly Addressee[],
  isOpen: boolean,
): Promise<Meant> {
  const { db, instance, person } = ctx;
  const guests = guestsMeant(letters, addressee, isOpen);
  const userIds = [...new Set(addressee.filter((one) => typeof one === 'number'))];
  const groupIds = [
    ...new Set(addressee.flatMap((one) => (typeof one === 'object' && 'groupId' in one ? one.groupId : []))),
  ];
  const isNamed = groupIds.length > 0;
  const [named, known, all] = await Promise.all([
    peopleAmong(db, instance.id, userIds, MESSAGE_LIST),
    isNamed ? knownGroupIds(db, instance.id, groupIds) : [],
    isNamed ? meantGroups(db, instance.id, MESSAGE_LIST) : [],
  ]);
  if (named.size < userIds.length || known.length < groupIds.length) return fail('NOT_FOUND');
  const groups = all.filter(({ groupId }) => groupIds.includes(groupId));
  const isAble = (id: number): boolean => named.get(id) === true;
  const leftOut = userIds.filter((id) => !isAble(id));
  const meant = new Set([...userIds.filter(isAble), ...groups.flatMap((group) => group.userIds)]);
  if (meant.size > 1) meant.delete(person.id);
  const receivers = [...meant].toSorted((a, b) => a - b);
  if (receivers.length + guests.length === 0) return fail('MESSAGE_RECEIVERS_NONE', { data: { leftOut } });
  const max = isOpen ? MAX_OPEN_PEOPLE - 1 : MAX_RECEIVERS;
  if (receivers.length > max) return fail('MESSAGE_TOO_MANY_RECEIVERS', { data: { max } });
  return {
    guests,
    receivers,
    groupName: groups.length === 0 ? null : groups.map(({ name }) => name).join(', '),
    leftOut,
  };
}
