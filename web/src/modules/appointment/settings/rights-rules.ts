import { DEFAULT_LEVEL, type CalendarLevel, type CalendarRight } from '@kontor/contract/appointment';
import type { Available, Chosen } from '../../sharing/index.tsx';

/** Rights to a calendar while they are edited. */
export interface RightsDraft {
  /** Of those who have none of their own. */
  readonly everybody: CalendarLevel;
  readonly rights: readonly CalendarRight[];
}

const isEverybody = ({ userId, groupId }: CalendarRight): boolean => userId === null && groupId === null;

/** Tells rights of people and groups apart. */
export const rightKey = ({ userId, groupId }: Pick<CalendarRight, 'userId' | 'groupId'>): string =>
  userId === null ? `group ${groupId}` : `user ${userId}`;

export const rightsDraft = (rights: readonly CalendarRight[]): RightsDraft => ({
  everybody: rights.find(isEverybody)?.level ?? DEFAULT_LEVEL,
  rights: rights.filter((right) => !isEverybody(right)),
});

/** The same as they are saved. */
export const savedRights = ({ everybody, rights }: RightsDraft): CalendarRight[] => [
  { userId: null, groupId: null, level: everybody },
  ...rights,
];

/** Those who have no right of their own yet. */
export function withoutRight({ users, groups }: Available, rights: readonly CalendarRight[]): Available {
  const known = new Set(rights.map(rightKey));
  return {
    users: users.filter(({ userId }) => !known.has(rightKey({ userId, groupId: null }))),
    groups: groups.filter(({ groupId }) => !known.has(rightKey({ userId: null, groupId }))),
  };
}

/** Rights with those of others, who may read at first. */
export const withRights = (rights: readonly CalendarRight[], chosen: readonly Chosen[]): readonly CalendarRight[] => [
  ...rights,
  ...chosen.flatMap((one): CalendarRight[] => {
    if (one.kind === 'address') return [];
    const whose = one.kind === 'user' ? { userId: one.userId, groupId: null } : { userId: null, groupId: one.groupId };
    return [{ ...whose, level: 'read' }];
  }),
];
