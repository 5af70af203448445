import type { Resource } from '@kontor/contract/appointment';
import type { Available, Chosen } from '../../sharing/index.tsx';
import { addedPerson, personKey, type DraftPerson } from './draft.ts';

/** Those who can still be added: people and groups without those who take part already. */
export function withoutPresent({ users, groups }: Available, people: readonly DraftPerson[]): Available {
  const present = new Set(people.flatMap(({ userId, active }) => (userId === null || !active ? [] : [userId])));
  return {
    users: users.filter(({ userId }) => !present.has(userId)),
    groups: groups.flatMap((group) => {
      const userIds = group.userIds.filter((id) => !present.has(id));
      return userIds.length === 0 ? [] : [{ ...group, userIds }];
    }),
  };
}

/** Resources that are not taken up yet. */
export function resourcesLeft(resources: readonly Resource[], people: readonly DraftPerson[]): readonly Resource[] {
  const present = new Set(
    people.flatMap(({ resourceId, active }) => (resourceId === null || !active ? [] : resourceId)),
  );
  return resources.filter(({ id }) => !present.has(id));
}

/** Those who were chosen as they take part: a group is its people. `nameOf`: of a person. */
export const peopleOf = (chosen: readonly Chosen[], nameOf: (userId: number) => string): readonly DraftPerson[] =>
  chosen.flatMap((one) => {
    if (one.kind === 'address') return [addedPerson({ userId: null, address: one.address, name: one.name })];
    const userIds = one.kind === 'user' ? [one.userId] : one.userIds;
    return userIds.map((userId) => addedPerson({ userId, address: '', name: nameOf(userId) }));
  });

/** People without one: who was only just added is not there any more, and who is stored hears that it is off for them. */
export const withoutPerson = (people: readonly DraftPerson[], gone: DraftPerson): readonly DraftPerson[] =>
  people.flatMap((person) => {
    if (personKey(person) !== personKey(gone)) return [person];
    return person.isStored ? [{ ...person, active: false }] : [];
  });

/** What stands at somebody: what they have said, or that it goes to them first. Undefined: nothing is expected of them. */
export function standingOf(
  { userId, resourceId, state, accept, isStored }: DraftPerson,
  needsConfirmation: boolean,
): DraftPerson['state'] | 'invitation' | undefined {
  if (resourceId !== null) return undefined;
  if (state !== 'none') return state;
  if (userId === null) return isStored ? 'none' : 'invitation';
  return needsConfirmation || accept === false ? 'none' : undefined;
}
