import { MAX_OPEN_PEOPLE, MAX_RECEIVERS, type Addressee } from '@kontor/contract/message';
import type { Available, Chosen, ChosenAddress } from '../../sharing/index.tsx';

/** From so many receivers on it is said how many they are before it is sent. */
export const MANY = 20;

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

/** The people whom those mean, each once, and without those who have no account. */
const idsOf = (chosen: readonly Chosen[]): ReadonlySet<number> =>
  new Set(chosen.flatMap((one) => (one.kind === 'address' ? [] : one.kind === 'user' ? [one.userId] : one.userIds)));

export const peopleCount = (chosen: readonly Chosen[]): number => idsOf(chosen).size;

/** The same with their names, as far as these are known: members of groups, too. */
export function peopleMeant(chosen: readonly Chosen[], { users }: Pick<Available, 'users'>) {
  const ids = idsOf(chosen);
  return users.flatMap(({ userId, displayName: name }) => (ids.has(userId) ? [{ userId, name }] : []));
}

/** How many people those are, each once. */
export const countOf = (chosen: readonly Chosen[]): number => peopleCount(chosen) + guestsOf(chosen).length;

/** How many people a message may go to. Who begins an open one is among them. */
export const mostOf = (isOpen: boolean): number => (isOpen ? MAX_OPEN_PEOPLE - 1 : MAX_RECEIVERS);
