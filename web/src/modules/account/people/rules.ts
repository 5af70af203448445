import { DEFAULT_RIGHTS, type PersonInfo, type Right } from '@kontor/contract/account';
import { KINDS } from '@kontor/contract/kernel';

const rightsOf = (which: 'list' | 'create'): readonly Right[] =>
  KINDS.flatMap(({ rights }) => rights[which]?.name ?? []);

/** The rights as they are shown: by what they let somebody do. */
export const RIGHT_GROUPS = {
  see: [...rightsOf('list'), 'idoList'],
  create: [...rightsOf('create'), 'createIdo'],
  more: ['addOns', 'colorblindMode'],
} as const satisfies Record<string, readonly Right[]>;
export type RightGroup = keyof typeof RIGHT_GROUPS;

export const nameOf = (person: Pick<PersonInfo, 'firstName' | 'lastName' | 'userName'>): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.userName;

/** The people whose names or addresses have all words of a search. */
export function search(people: readonly PersonInfo[], text: string): readonly PersonInfo[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return people;
  return people.filter((person) => {
    const all = `${nameOf(person)} ${person.userName} ${person.email ?? ''}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** What is typed into the form of a person. */
export interface PersonDraft {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly rights: readonly Right[];
  readonly isAdministrator: boolean;
}

export const draftOf = (person: PersonInfo | undefined): PersonDraft =>
  person === undefined
    ? { userName: '', firstName: '', lastName: '', email: '', rights: DEFAULT_RIGHTS, isAdministrator: false }
    : { ...person, email: person.email ?? '' };

export type PersonFault = 'missing' | 'badUserName' | 'badEmail';

/** What is still wrong with the form. An invitation may be handed over, so it needs no address. */
export function faultsOf(draft: PersonDraft): Partial<Record<'userName' | 'email', PersonFault>> {
  const [userName, email] = [draft.userName.trim(), draft.email.trim()];
  return {
    ...(userName === '' ? { userName: 'missing' } : /[\s/\\]/.test(userName) ? { userName: 'badUserName' } : {}),
    ...(email === '' || /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email) ? {} : { email: 'badEmail' }),
  };
}

/** The details as commands take them. */
export const detailsOf = (draft: PersonDraft) => ({
  firstName: draft.firstName.trim(),
  lastName: draft.lastName.trim(),
  email: draft.email.trim() === '' ? null : draft.email.trim(),
  rights: [...draft.rights],
  isAdministrator: draft.isAdministrator,
});

/** What is typed, over what somebody else has changed meanwhile: whatever was not touched here follows it, right by right. */
export function rebased(draft: PersonDraft, before: PersonDraft, now: PersonDraft): PersonDraft {
  const field = <K extends keyof PersonDraft>(key: K): PersonDraft[K] =>
    draft[key] === before[key] ? now[key] : draft[key];
  return {
    userName: field('userName'),
    firstName: field('firstName'),
    lastName: field('lastName'),
    email: field('email'),
    isAdministrator: field('isAdministrator'),
    rights: [
      ...now.rights.filter((right) => draft.rights.includes(right) || !before.rights.includes(right)),
      ...draft.rights.filter((right) => !before.rights.includes(right) && !now.rights.includes(right)),
    ],
  };
}

/** Whether anything in the form is another than it was. */
export function isChanged(before: PersonDraft, now: PersonDraft): boolean {
  const key = (draft: PersonDraft): string => {
    const details = detailsOf(draft);
    return JSON.stringify({ ...details, rights: details.rights.toSorted() });
  };
  return key(before) !== key(now);
}
