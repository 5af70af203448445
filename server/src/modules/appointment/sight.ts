import {
  DEFAULT_LEVEL,
  holdsLevel,
  resourceOfCalendar,
  type Access,
  type CalendarLevel,
} from '@kontor/contract/appointment';

/** What somebody sees of an appointment: nothing, that its time is taken, or all of it. */
export type Sight = 'none' | 'busy' | 'whole';

/**
 * Says what a reader sees of a span in somebody's calendar. Every way out of this module asks it. `isSeen`: the reader takes part, has made it, or it was
 * shared with them; `level`: what they may do with that calendar.
 */
export function sightOf({
  level,
  access,
  isSeen,
}: {
  readonly level: CalendarLevel;
  readonly access: Access;
  readonly isSeen: boolean;
}): Sight {
  if (isSeen || holdsLevel(level, access === 'private' ? 'manage' : 'read')) return 'whole';
  return holdsLevel(level, 'busy') ? 'busy' : 'none';
}

/** What somebody may do with an appointment by the most that they may with any of its calendars. */
export const mostOf = (levels: readonly CalendarLevel[]): CalendarLevel =>
  levels.reduce<CalendarLevel>((most, level) => (holdsLevel(level, most) ? level : most), 'none');

/** What a right is given to. */
interface Given {
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly level: CalendarLevel;
}

/**
 * What a reader may do with a calendar by what is said about it. What is said of the person counts over what is said of their groups, of which the most
 * counts, and that over what is said of everybody. Of a resource everybody sees when it is taken, and nobody more.
 */
export function levelFrom(
  ownerId: number,
  rights: readonly Given[],
  readerId: number,
  isInGroup: (groupId: number) => boolean,
): CalendarLevel {
  if (resourceOfCalendar(ownerId) !== null) return 'busy';
  if (ownerId === readerId) return 'manage';
  const own = rights.find(({ user_id: userId }) => userId === readerId);
  if (own !== undefined) return own.level;
  const byGroup = rights.filter(({ group_id: groupId }) => groupId !== null && isInGroup(groupId));
  if (byGroup.length > 0) return mostOf(byGroup.map(({ level }) => level));
  return (
    rights.find(({ user_id: userId, group_id: groupId }) => userId === null && groupId === null)?.level ?? DEFAULT_LEVEL
  );
}

/** Whether somebody who sees all of an appointment may write in it, given the right to make some. */
export const writesIn = (about: {
  readonly isCreator: boolean;
  /** As somebody who takes part. */
  readonly mayWrite: boolean;
  /** Of the calendar that it is in. */
  readonly level: CalendarLevel;
  readonly access: Access;
}): boolean =>
  about.isCreator || about.mayWrite || holdsLevel(about.level, about.access === 'private' ? 'manage' : 'write');
