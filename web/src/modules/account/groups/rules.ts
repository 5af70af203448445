import type { Group, PersonInfo } from '@kontor/contract/account';
import { tidyName } from '@kontor/contract/kernel';
import { nameOf } from '../people/rules.ts';

/** People by their numbers. */
export type People = ReadonlyMap<number, PersonInfo>;

export const peopleById = (people: readonly PersonInfo[]): People => new Map(people.map((one) => [one.id, one]));

/** Letters as they are compared: neither case nor marks over them matter. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
const wordsOf = (text: string): readonly string[] => folded(text).split(/\s+/).filter(Boolean);
const collator = new Intl.Collator('de');

/** The members of a group who are known, by name. */
export const membersOf = ({ userIds }: Pick<Group, 'userIds'>, people: People): readonly PersonInfo[] =>
  userIds
    .flatMap((id) => people.get(id) ?? [])
    .toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)) || a.id - b.id);

/** The groups whose name, or names of members, have all words of a search. */
export function searchGroups(groups: readonly Group[], people: People, text: string): readonly Group[] {
  const words = wordsOf(text);
  if (words.length === 0) return groups;
  return groups.filter((group) => {
    const all = folded([group.name, ...membersOf(group, people).map(nameOf)].join(' '));
    return words.every((word) => all.includes(word));
  });
}

/** Most people that are offered at once. */
export const MAX_OFFERED = 8;

/** Who can become a member, by what is typed: those first whose name begins so. Who has left is not offered, nor who is one already. */
export function offersFor(people: People, memberIds: readonly number[], text: string): readonly PersonInfo[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const ranked = [...people.values()]
    .filter(({ id, isActive }) => isActive && !memberIds.includes(id))
    .map((person) => {
      const name = folded(nameOf(person));
      const isMeant = words.every((word) => `${name} ${folded(person.userName)}`.includes(word));
      return { person, name, rank: !isMeant ? 0 : name.startsWith(words[0] ?? '') ? 2 : 1 };
    });
  return ranked
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank || collator.compare(a.name, b.name))
    .slice(0, MAX_OFFERED)
    .map(({ person }) => person);
}

/** What is typed into the form of a group. */
export interface GroupDraft {
  readonly name: string;
  readonly userIds: readonly number[];
}

export const draftOf = (group: Group | undefined): GroupDraft => ({
  name: group?.name ?? '',
  userIds: group?.userIds ?? [],
});

/** Why a name cannot be given, as far as it is known here. */
export function nameFault(
  { name }: GroupDraft,
  groups: readonly Group[],
  groupId: number | undefined,
): 'required' | 'taken' | undefined {
  const tidy = tidyName(name);
  if (tidy === '') return 'required';
  const isTaken = groups.some((one) => one.groupId !== groupId && one.name.toLowerCase() === tidy.toLowerCase());
  return isTaken ? 'taken' : undefined;
}

/** Whether anything in the form is another than it was. In which order members were taken in does not matter. */
export function isChanged(before: GroupDraft, now: GroupDraft): boolean {
  const key = ({ name, userIds }: GroupDraft): string =>
    JSON.stringify([tidyName(name), ...userIds.toSorted((a, b) => a - b)]);
  return key(before) !== key(now);
}
