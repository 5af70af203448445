import { rightsToBits } from '@kontor/contract/account';
import { activityEvents } from '@kontor/contract/activity';
import {
  appointmentEvents,
  calendarKey,
  holdsLevel,
  invitationKey,
  type CalendarLevel,
} from '@kontor/contract/appointment';
import { formatAggregateId, itemKey } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { filterUsers, membersOfGroups } from '../account/index.ts';
import { viewersOf } from '../activity/index.ts';
import { levelFrom, sightOf } from './sight.ts';
import type { AppointmentRow } from './store/appointments.ts';
import { readRights } from './store/calendars.ts';
import type { Touched } from './store/spans.ts';
import { weekOf } from './times.ts';

/** Everybody who may see calendars. */
export const calendarPeople = ({ db, instance }: Pick<ChangeContext, 'db' | 'instance'>) =>
  filterUsers(db, instance.id, rightsToBits(['agendaList']));

/** What each of some people may do with each of some calendars. */
async function levelsOfAll(
  { db, instance }: ChangeContext,
  calendarIds: readonly number[],
): Promise<(userId: number, calendarId: number) => CalendarLevel> {
  const rows = await readRights(db, instance.id, calendarIds);
  const rights = Map.groupBy(rows, (right) => right.owner_id);
  const members = await membersOfGroups(
    db,
    instance.id,
    rows.flatMap(({ group_id: groupId }) => groupId ?? []),
  );
  return (userId, calendarId) =>
    levelFrom(
      calendarId,
      rights.get(calendarId) ?? [],
      userId,
      (groupId) => members.get(groupId)?.includes(userId) ?? false,
    );
}

/** Says that an appointment, and what mails have brought to it, is to be read anew by those who see it. */
export async function announceAppointment(
  ctx: ChangeContext,
  { appointment_id: id, uid }: Pick<AppointmentRow, 'appointment_id' | 'uid'>,
): Promise<void> {
  const item = { module: 'appointment', entryId: id } as const;
  for (const userId of await viewersOf(ctx, [id]))
    ctx.emit(
      activityEvents.activityChanged,
      { users: [userId] },
      {
        keys: [itemKey(item), invitationKey(uid)],
        processIds: [],
        aggregateIds: [formatAggregateId({ ...item, userId })],
      },
    );
}

/** Says that a calendar is taken otherwise by what is no appointment, to everybody who sees when it is taken. */
export async function announceTaken(ctx: ChangeContext, calendarId: number): Promise<void> {
  const [people, levelOf] = await Promise.all([calendarPeople(ctx), levelsOfAll(ctx, [calendarId])]);
  const users = people.map(({ userId }) => userId).filter((id) => holdsLevel(levelOf(id, calendarId), 'busy'));
  ctx.emit(
    appointmentEvents.spansChanged,
    { users, isQuiet: true },
    { processIds: [], aggregateIds: [], keys: [calendarKey(calendarId)], calendars: [calendarId], weeks: [] },
  );
}

const MAX_WEEKS = 60;
const WEEK_MS = 7 * 86_400_000;

/** Days of the Mondays of the weeks that are touched, in their order; of more than sixty none, which means all. */
function weeksOf(touched: readonly Touched[]): string[] {
  const weeks = new Set<string>();
  for (const { first, last } of touched)
    for (let at = first; at < last + WEEK_MS && weeks.size <= MAX_WEEKS; at += WEEK_MS)
      weeks.add(weekOf(Math.min(at, last)));
  return weeks.size > MAX_WEEKS ? [] : [...weeks].toSorted();
}

/**
 * Says that calendars are taken otherwise. Who reads the appointment hears which one it is; who sees no more than that its time is taken hears of the calendars
 * and weeks alone, and who sees nothing hears nothing. The sender hears of it as well: no screen reckons the spans of a series by itself.
 */
export async function announceSpans(
  ctx: ChangeContext,
  row: Pick<AppointmentRow, 'appointment_id' | 'access'>,
  touched: readonly Touched[],
): Promise<void> {
  const calendarIds = [...new Set(touched.map(({ calendarId }) => calendarId))].toSorted((a, b) => a - b);
  if (calendarIds.length === 0) return;
  const [people, levelOf, seeing] = await Promise.all([
    calendarPeople(ctx),
    levelsOfAll(ctx, calendarIds),
    viewersOf(ctx, [row.appointment_id]),
  ]);
  const seers = new Set(seeing);
  const { access } = row;
  const groups = new Map<string, { users: number[]; whole: number[]; busy: number[] }>();
  for (const { userId } of people) {
    const sights = calendarIds.map((id) => ({
      id,
      sight: sightOf({ level: levelOf(userId, id), access, isSeen: seers.has(userId) }),
    }));
    const of = (wanted: string) => sights.flatMap(({ id, sight }) => (sight === wanted ? [id] : []));
    const [whole, busy] = [of('whole'), of('busy')];
    const key = JSON.stringify([whole, busy]);
    const group = groups.get(key) ?? { users: [], whole, busy };
    group.users.push(userId);
    groups.set(key, group);
  }
  const weeks = weeksOf(touched);
  const item = itemKey({ module: 'appointment', entryId: row.appointment_id });
  const cause = { processIds: [], aggregateIds: [] };
  for (const { users, whole, busy } of groups.values()) {
    const audience = { users, isQuiet: true };
    if (whole.length > 0)
      ctx.emit(appointmentEvents.appointmentChanged, audience, { ...cause, keys: [...whole.map(calendarKey), item] });
    if (busy.length > 0)
      ctx.emit(appointmentEvents.spansChanged, audience, {
        ...cause,
        keys: busy.map(calendarKey),
        calendars: busy,
        weeks,
      });
  }
}
