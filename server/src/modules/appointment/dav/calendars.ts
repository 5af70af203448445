import { rightsToBits } from '@kontor/contract/account';
import { holdsLevel, type CalendarLevel } from '@kontor/contract/appointment';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { groupsOfPerson, namesOf, peopleAmong } from '../../account/index.ts';
import { levelsOf } from '../access.ts';
import { calendarPeople } from '../announcing.ts';
import { readRights } from '../store/calendars.ts';
import { looksOf } from '../store/objects.ts';

/** What a request of a program stands on. */
export interface DavContext extends QueryContext {
  readonly language: 'de' | 'en';
  /** The person's, in which days are cut. */
  readonly timeZone: string;
}

/** A calendar as a program shows it. */
export interface DavCalendar {
  readonly id: number;
  readonly name: string;
  readonly colour: string;
  readonly level: CalendarLevel;
  readonly isOwn: boolean;
  /** What the person's programs keep of it, by the names of the properties. */
  readonly kept: Readonly<Record<string, string>>;
}

const OWN = { de: 'Kalender', en: 'Calendar' } as const;
const COLOURS = ['#2f6fde', '#2e8b57', '#b7791f', '#a63d8f', '#c2413b', '#5a6b7b', '#0f8b8d', '#6b4fbb'] as const;
const OWN_COLOUR = '#2f6fde';

/** One calendar, where the person sees any of it. */
export async function calendarOf(ctx: DavContext, calendarId: number): Promise<DavCalendar | undefined> {
  const [people, [calendar]] = await Promise.all([
    peopleAmong(ctx.db, ctx.instance.id, [calendarId], rightsToBits(['agendaList'])),
    toCalendars(ctx, [calendarId]),
  ]);
  return people.get(calendarId) === true ? calendar : undefined;
}

/**
 * The calendars that are listed: the person's own, and those that they may read, or that somebody has let them, or their group, see as taken. What everybody sees of
 * everybody is not, though it is found by its address: programs would fetch it all.
 */
export async function listedCalendars(ctx: DavContext): Promise<readonly DavCalendar[]> {
  const { db, instance, person } = ctx;
  const ids = (await calendarPeople(ctx)).map(({ userId }) => userId);
  const [rights, groups] = await Promise.all([
    readRights(db, instance.id, ids),
    groupsOfPerson(db, instance.id, person.id),
  ]);
  const named = new Set(
    rights
      .filter(({ user_id: userId, group_id: groupId }) => userId === person.id || groups.includes(groupId ?? 0))
      .map(({ owner_id: ownerId }) => ownerId),
  );
  const all = await toCalendars(ctx, ids);
  return all
    .filter(({ id, level, isOwn }) => isOwn || named.has(id) || holdsLevel(level, 'read'))
    .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn));
}

async function toCalendars(ctx: DavContext, ids: readonly number[]): Promise<readonly DavCalendar[]> {
  const { db, instance, person, language } = ctx;
  const [levels, names, looks] = await Promise.all([
    levelsOf(ctx, ids),
    namesOf(db, instance.id, ids),
    looksOf(db, instance.id, person.id),
  ]);
  return ids.flatMap((id): DavCalendar[] => {
    const level = levels.get(id) ?? 'none';
    if (!holdsLevel(level, 'busy')) return [];
    const isOwn = id === person.id;
    const look = looks.get(id);
    const name = look?.name ?? (isOwn ? OWN[language] : (names.get(id) ?? ''));
    const colour = look?.colour ?? (isOwn ? OWN_COLOUR : (COLOURS[id % COLOURS.length] ?? OWN_COLOUR));
    return [{ id, name, colour, level, isOwn, kept: look?.kept ?? {} }];
  });
}

/** Whether a program may make or change something in a calendar. */
export const isWritable = (ctx: DavContext, { level }: DavCalendar): boolean =>
  ctx.person.rights.createAppointment && holdsLevel(level, 'write');
