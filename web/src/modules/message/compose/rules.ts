import type { FilterUser } from '@kontor/contract/account';
import { MAX_OPEN_PEOPLE, MAX_RECEIVERS, type Addressee } from '@kontor/contract/message';
import type { Available, Chosen, ChosenAddress } from '../../sharing/index.tsx';

/** From so many receivers on it is said how many they are before it is sent. */
export const MANY = 20;

/** Whom a message can go to: all who may see messages but the person, and groups that have any of them. */
export function availableOf(users: readonly FilterUser[], ownId: number | undefined): Available {
  const groups = users.flatMap(({ groupId, groupName, userIds }) => {
    const others = userIds.filter((id) => id !== ownId);
    return groupId === undefined || others.length === 0 ? [] : [{ groupId, displayName: groupName, userIds: others }];
  });
  const people = users.flatMap(({ userId, fullName, UserAvatar, active }) =>
    userId === 0 || userId === ownId || !active ? [] : [{ userId, displayName: fullName, userAvatar: UserAvatar }],
  );
  return { users: people, groups };
}

/** Those of some people, by their numbers, and groups whom a message can go to. */
export const chosenOf = ({ users, groups }: Available, addressees: readonly Addressee[]): readonly Chosen[] =>
  addressees.flatMap((one): Chosen[] => {
    if (typeof one === 'number') {
      const user = users.find(({ userId }) => userId === one);
      return user === undefined ? [] : [{ kind: 'user', ...user }];
    }
    if ('address' in one) return [{ kind: 'address', ...one, displayName: one.name || one.address }];
    const group = groups.find(({ groupId }) => groupId === one.groupId);
    return group === undefined ? [] : [{ kind: 'group', ...group }];
  });

export const addresseesOf = (chosen: readonly Chosen[]): readonly Addressee[] =>
  chosen.map((one) => {
    if (one.kind === 'address') return { address: one.address, name: one.name };
    return one.kind === 'user' ? one.userId : { groupId: one.groupId };
  });

/** Those who have no account, and get a mail. */
export const guestsOf = (chosen: readonly Chosen[]): readonly ChosenAddress[] =>
  chosen.filter((one) => one.kind === 'address');

/** How many people those are, each once, and without those who have no account. */
export const peopleCount = (chosen: readonly Chosen[]): number =>
  new Set(chosen.flatMap((one) => (one.kind === 'address' ? [] : one.kind === 'user' ? [one.userId] : one.userIds)))
    .size;

/** How many people those are, each once. */
export const countOf = (chosen: readonly Chosen[]): number => peopleCount(chosen) + guestsOf(chosen).length;

const ADDRESS = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]{2,}$/u;
const NAMED = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/u;

/** One mail address as it is typed, with a name before it or without; undefined for anything else. What can be sent to decides the server. */
function addressIn(typed: string): ChosenAddress | undefined {
  const [, name = '', within] = NAMED.exec(typed) ?? [];
  const address = (within ?? typed).trim().replace(/^mailto:/i, '');
  if (!ADDRESS.test(address)) return undefined;
  return { kind: 'address', address, name: name.trim(), displayName: name.trim() || address };
}

/** The mail addresses that a text is made of, between commas, semicolons and ends of lines; none where any part of it is something else. */
export function addressesIn(text: string): readonly ChosenAddress[] {
  const parts = text.split(/[,;\n]+/).filter((part) => part.trim() !== '');
  const found = parts.map(addressIn);
  return found.every((one) => one !== undefined) ? found : [];
}

/** How many people a message may go to. Who begins an open one is among them. */
export const mostOf = (isOpen: boolean): number => (isOpen ? MAX_OPEN_PEOPLE - 1 : MAX_RECEIVERS);
