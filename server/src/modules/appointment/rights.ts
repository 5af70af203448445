import { appointmentEvents, CALENDAR_RIGHTS_KEY, holdsLevel, type CalendarRight } from '@kontor/contract/appointment';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { knownGroupIds, knownUserIds } from '../account/index.ts';
import { levelsOf } from './access.ts';
import { calendarPeople } from './announcing.ts';
import { readRights, replaceRights } from './store/calendars.ts';

/** Fails with NOT_FOUND where the person sees nothing of a calendar, RIGHT_MISSING where they do not manage it. */
async function requireManaging(ctx: QueryContext | CommandContext, calendarId: number): Promise<void> {
  const isThere = (await knownUserIds(ctx.db, ctx.instance.id, [calendarId])).length > 0;
  const level = isThere ? ((await levelsOf(ctx, [calendarId])).get(calendarId) ?? 'none') : 'none';
  if (level === 'none') fail('NOT_FOUND');
  if (!holdsLevel(level, 'manage')) fail('RIGHT_MISSING');
}

/** Who may do what with a calendar. Fails as `requireManaging` does. */
export async function rightsOf(ctx: QueryContext, calendarId: number) {
  await requireManaging(ctx, calendarId);
  const rows = await readRights(ctx.db, ctx.instance.id, [calendarId]);
  return {
    calendarId,
    rights: rows.map(({ user_id: userId, group_id: groupId, level }) => ({ userId, groupId, level })),
  };
}

const keyOf = ({ userId, groupId }: CalendarRight): string => `${userId ?? 0} ${groupId ?? 0}`;

/** Says who may do what with a calendar; of what is said twice the last counts. Fails with NOT_FOUND for nobody and for no group. */
export async function saveRights(
  ctx: CommandContext,
  calendarId: number,
  given: readonly CalendarRight[],
): Promise<void> {
  const { db, instance } = ctx;
  await requireManaging(ctx, calendarId);
  const rights = [...new Map(given.map((right) => [keyOf(right), right])).values()].filter(
    ({ userId }) => userId !== calendarId,
  );
  const userIds = rights.flatMap(({ userId }) => userId ?? []);
  const groupIds = rights.flatMap(({ groupId }) => groupId ?? []);
  if ((await knownUserIds(db, instance.id, userIds)).length < userIds.length) fail('NOT_FOUND');
  if ((await knownGroupIds(db, instance.id, groupIds)).length < groupIds.length) fail('NOT_FOUND');
  await replaceRights(db, instance.id, calendarId, rights);
  const people = await calendarPeople(ctx);
  ctx.emit(
    appointmentEvents.rightsChanged,
    { users: people.map(({ userId }) => userId), isQuiet: true },
    { keys: [CALENDAR_RIGHTS_KEY], processIds: [], aggregateIds: [] },
  );
}
