import type { CalendarLevel } from '@kontor/contract/appointment';
import { holdsLevel, originalTime, resourceOfCalendar } from '@kontor/contract/appointment';
import type { AggregateId } from '@kontor/contract/kernel';
import type { CommandContext, InstanceContext, Person } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { LocalTime } from '../../platform/recurrence/index.ts';
import { groupsOfPerson, requireRight } from '../account/index.ts';
import { lockItems, seenAmong } from '../activity/index.ts';
import { seriesWith } from './occurrences.ts';
import { takingPart } from './people-rules.ts';
import { hasOccurrence } from './series-rules.ts';
import { levelFrom, mostOf, sightOf, writesIn } from './sight.ts';
import { changedOccurrences, readAppointments, seriesOfGroup, type AppointmentRow } from './store/appointments.ts';
import { readRights } from './store/calendars.ts';
import { readPersons, type PersonRow } from './store/persons.ts';
import { resourcesAmong } from './store/resources.ts';

type Reader = Pick<InstanceContext, 'db' | 'instance'> & { readonly person: Person };

/** Fails with RIGHT_MISSING where the person sees no calendars. */
export const requireSeeing = (ctx: { readonly person: Person }): void => requireRight(ctx, 'agendaList');

/** Fails with RIGHT_MISSING where the person makes no appointments. */
export function requireMaking(ctx: { readonly person: Person }): void {
  requireSeeing(ctx);
  requireRight(ctx, 'createAppointment');
}

/** What the person may do with some calendars; nothing with that of a resource which is not there. */
export async function levelsOf(
  { db, instance, person }: Reader,
  calendarIds: readonly number[],
): Promise<ReadonlyMap<number, CalendarLevel>> {
  const ids = [...new Set(calendarIds)];
  const [given, resources] = await Promise.all([
    readRights(db, instance.id, ids),
    resourcesAmong(
      db,
      instance.id,
      ids.flatMap((id) => resourceOfCalendar(id) ?? []),
    ),
  ]);
  const rights = Map.groupBy(given, (right) => right.owner_id);
  const isByGroup = [...rights.values()].some((some) => some.some(({ group_id: groupId }) => groupId !== null));
  const groups = new Set(isByGroup ? await groupsOfPerson(db, instance.id, person.id) : []);
  const isGone = (id: number) => {
    const resource = resourceOfCalendar(id);
    return resource !== null && resources.get(resource)?.is_there !== true;
  };
  const levelOf = (id: number) => levelFrom(id, rights.get(id) ?? [], person.id, (group) => groups.has(group));
  return new Map(ids.map((id) => [id, isGone(id) ? 'none' : levelOf(id)]));
}

/** Calendars in which an appointment is seen: that which it is in, and those of all who take part. */
const calendarsOf = (row: AppointmentRow, persons: readonly PersonRow[]): readonly number[] => [
  row.calendar_id,
  ...takingPart(persons),
];

/** The most that the person may do with any of the calendars of some appointments, which are given with those that they are in. */
export async function levelsOver(
  ctx: Reader,
  owners: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, CalendarLevel>> {
  const persons = await readPersons(ctx.db, ctx.instance.id, [...owners.keys()]);
  const byId = Map.groupBy(persons, (one) => one.appointment_id);
  const calendars = [...owners].map(([id, owner]) => [id, [owner, ...takingPart(byId.get(id) ?? [])]] as const);
  const levels = await levelsOf(
    ctx,
    calendars.flatMap(([, ids]) => ids),
  );
  return new Map(calendars.map(([id, ids]) => [id, mostOf(ids.map((one) => levels.get(one) ?? 'none'))]));
}

/** An appointment of which the person sees all. */
export interface Seen {
  readonly row: AppointmentRow;
  readonly persons: readonly PersonRow[];
  /** What the person may do with the calendar that it is in. */
  readonly level: CalendarLevel;
  /** The person takes part, has made it, or it was shared with them. */
  readonly isSeen: boolean;
  readonly mayWrite: boolean;
  /** The person's own row, where they take part. */
  readonly own: PersonRow | undefined;
}

/** Those of some appointments of which the person sees all. */
export async function seenOf(ctx: Reader, rows: readonly AppointmentRow[]): Promise<readonly Seen[]> {
  if (rows.length === 0 || !ctx.person.rights.agendaList) return [];
  const { db, instance, person } = ctx;
  const ids = rows.map((row) => row.appointment_id);
  const persons = Map.groupBy(await readPersons(db, instance.id, ids), (one) => one.appointment_id);
  const of = (row: AppointmentRow) => persons.get(row.appointment_id) ?? [];
  const named = ids.map((entryId) => ({
    module: 'appointment' as const,
    entryId,
    userId: person.id,
    sourceContainerId: 0,
    targetContainerId: 0,
  }));
  const seen = new Set((await seenAmong(ctx, named)).map(({ entryId }) => entryId));
  const levels = await levelsOf(
    ctx,
    rows.flatMap((row) => calendarsOf(row, of(row))),
  );
  return rows.flatMap((row) => {
    const isSeen = seen.has(row.appointment_id);
    const { access } = row;
    const seesWhole = calendarsOf(row, of(row)).some(
      (id) => sightOf({ level: levels.get(id) ?? 'none', access, isSeen }) === 'whole',
    );
    if (!seesWhole) return [];
    const level = levels.get(row.calendar_id) ?? 'none';
    const own = of(row).find((one) => one.user_id === person.id && one.is_active);
    const isCreator = row.creator_id === person.id;
    const writes = writesIn({ isCreator, mayWrite: own?.may_write ?? false, level, access });
    return [{ row, persons: of(row), level, isSeen, own, mayWrite: person.rights.createAppointment && writes }];
  });
}

/** What an aggregate id names: an appointment, or an occurrence of a series that is none of its own. */
export interface Named {
  readonly row: AppointmentRow;
  readonly original: LocalTime | null;
}

/**
 * Returns what an id names: undefined where there is no such appointment, `gone` where the series has no such occurrence. An occurrence that was changed is
 * an appointment of its own by the same id; one of a series that was parted is found in what goes on.
 */
export async function namedBy(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  { module, entryId, sourceContainerId }: AggregateId,
): Promise<Named | 'gone' | undefined> {
  const [row] = module === 'appointment' ? await readAppointments(db, instance.id, [entryId]) : [];
  if (row === undefined) return undefined;
  if (sourceContainerId === 0 || row.rule === null) return { row, original: null };
  const original = originalTime(sourceContainerId);
  const series = row.group_id === null ? [row] : [row, ...(await seriesOfGroup(db, instance.id, row.group_id))];
  for (const one of series) {
    const changed = await changedOccurrences(db, instance.id, one.appointment_id);
    const own = changed.find((it) => it.original_local === original);
    if (own !== undefined) return { row: own, original: null };
    const given = seriesWith(one, []);
    if (given !== undefined && hasOccurrence(given, original)) return { row: one, original };
  }
  return 'gone';
}

/** An appointment, or an occurrence of one, taken for this transaction. */
export interface Taken extends Seen {
  readonly original: LocalTime | null;
}

/** Takes what an id names. Fails with NOT_FOUND where the person does not see all of it, OCCURRENCE_GONE where the series has no such occurrence. */
export async function takeAppointment(ctx: CommandContext, id: AggregateId): Promise<Taken> {
  await lockItems(ctx, [id.entryId]);
  const named = await namedBy(ctx, id);
  if (named === undefined) return fail('NOT_FOUND');
  const rows = named === 'gone' ? await readAppointments(ctx.db, ctx.instance.id, [id.entryId]) : [named.row];
  if (named !== 'gone' && named.row.appointment_id !== id.entryId) await lockItems(ctx, [named.row.appointment_id]);
  const [seen] = await seenOf(ctx, rows);
  if (seen === undefined) return fail('NOT_FOUND');
  return named === 'gone' ? fail('OCCURRENCE_GONE') : { ...seen, original: named.original };
}

/** The same, to write in it. Fails with RIGHT_MISSING where the person only reads it. */
export async function takeToWrite(ctx: CommandContext, id: AggregateId): Promise<Taken> {
  const taken = await takeAppointment(ctx, id);
  return taken.mayWrite ? taken : fail('RIGHT_MISSING');
}

/** Fails with NOT_FOUND where the person sees nothing of a calendar, RIGHT_MISSING where they may not write in it. */
export async function requireWriting(ctx: CommandContext, calendarId: number, isPrivate: boolean): Promise<void> {
  const level = (await levelsOf(ctx, [calendarId])).get(calendarId) ?? 'none';
  if (level === 'none') fail('NOT_FOUND');
  if (!holdsLevel(level, isPrivate ? 'manage' : 'write')) fail('RIGHT_MISSING');
}
