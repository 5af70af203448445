import {
  CALENDAR_SETS_KEY,
  MAX_CALENDAR_SETS,
  appointmentEvents,
  holdsLevel,
  resourceOfCalendar,
  type CalendarSet,
  type calendarSettingCommands,
} from '@kontor/contract/appointment';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf } from '../account/index.ts';
import { levelsOf, requireSeeing } from './access.ts';
import { calendarPeople } from './announcing.ts';
import { countSets, deleteSet, findSet, insertSet, readSets, updateSet, type SetRow } from './store/sets.ts';

/** Those of some calendars that the person sees something of: of people who have one, and of resources that are there. */
async function seenAmong(
  ctx: QueryContext | CommandContext,
  calendarIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const [levels, people] = await Promise.all([levelsOf(ctx, calendarIds), calendarPeople(ctx)]);
  const there = new Set(people.map(({ userId }) => userId));
  return new Set(
    [...levels].flatMap(([id, level]) =>
      holdsLevel(level, 'busy') && (resourceOfCalendar(id) !== null || there.has(id)) ? [id] : [],
    ),
  );
}

/** The sets that the person may choose. One of somebody else of which they see no calendar is left out. */
export async function setsOf(ctx: QueryContext): Promise<CalendarSet[]> {
  const { db, instance, person } = ctx;
  const rows = await readSets(db, instance.id, person.id);
  const [seen, names] = await Promise.all([
    seenAmong(
      ctx,
      rows.flatMap((row) => row.calendars),
    ),
    namesOf(
      db,
      instance.id,
      rows.map((row) => row.owner_id),
    ),
  ]);
  return rows
    .map((row) => ({
      id: row.set_id,
      name: row.name,
      calendars: row.calendars.filter((id) => seen.has(id)),
      isShared: row.is_shared,
      isOwn: row.owner_id === person.id,
      owner: names.get(row.owner_id) ?? '',
    }))
    .filter(({ calendars, isOwn }) => isOwn || calendars.length > 0);
}

/** Takes a set that the person may have to choose. Fails with NOT_FOUND where there is none. */
async function takeSet(ctx: CommandContext, id: number): Promise<SetRow> {
  const row = await findSet(ctx.db, ctx.instance.id, id);
  if (row === undefined || (row.owner_id !== ctx.person.id && !row.is_shared)) return fail('NOT_FOUND');
  return row;
}

/** Tells who has a set to choose that it is another. */
async function announce(ctx: CommandContext, ownerId: number, isShared: boolean): Promise<void> {
  const users = isShared ? (await calendarPeople(ctx)).map(({ userId }) => userId) : [ownerId];
  const cause = { processIds: [], aggregateIds: [] };
  ctx.emit(appointmentEvents.setsChanged, { users, isQuiet: true }, { ...cause, keys: [CALENDAR_SETS_KEY] });
}

export const setHandlers: Pick<CommandHandlers<typeof calendarSettingCommands>, 'saveSet' | 'removeSet'> = {
  async saveSet(ctx, { id, name, calendars: given, isShared }) {
    requireSeeing(ctx);
    const { db, instance, person } = ctx;
    const before = id === null ? undefined : await takeSet(ctx, id);
    if (before !== undefined && before.owner_id !== person.id) return fail('RIGHT_MISSING');
    const calendars = [...new Set(given)];
    const seen = await seenAmong(ctx, calendars);
    if (calendars.some((calendarId) => !seen.has(calendarId))) return fail('NOT_FOUND');
    if (before === undefined && (await countSets(db, instance.id, person.id)) >= MAX_CALENDAR_SETS)
      return fail('TOO_MANY_CALENDAR_SETS', { data: { max: MAX_CALENDAR_SETS } });
    const set = { owner_id: person.id, name, calendars, is_shared: isShared };
    if (before !== undefined) await updateSet(db, instance.id, { ...set, set_id: before.set_id });
    const saved = before?.set_id ?? (await insertSet(db, instance.id, set));
    await announce(ctx, person.id, isShared || before?.is_shared === true);
    return { id: saved };
  },

  async removeSet(ctx, { id }) {
    requireSeeing(ctx);
    const row = await takeSet(ctx, id);
    if (row.owner_id !== ctx.person.id && !ctx.person.isAdministrator) return fail('RIGHT_MISSING');
    await deleteSet(ctx.db, ctx.instance.id, row.set_id);
    await announce(ctx, row.owner_id, row.is_shared);
    return {};
  },
};
