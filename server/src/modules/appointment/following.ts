import { STATES } from '@kontor/contract/activity';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { groupsOfPerson, timeZoneOf } from '../account/index.ts';
import type { ItemChange } from '../activity/index.ts';
import { holdAlarms } from '../alarm/index.ts';
import { askAgain, writeAnswer } from './answering.ts';
import { cancel, putBack } from './cancelling.ts';
import { currentSlot } from './occurrences.ts';
import { levelFrom, writesIn } from './sight.ts';
import { readAppointments, type AppointmentRow } from './store/appointments.ts';
import { readRights } from './store/calendars.ts';
import { markKept, readPersons, type PersonRow } from './store/persons.ts';
import { realMoments } from './times.ts';

/** Whether somebody who threw an appointment away, or brought it back, does so for all. */
async function actsForAll(
  ctx: ChangeContext,
  row: AppointmentRow,
  own: PersonRow | undefined,
  userId: number,
): Promise<boolean> {
  // It is off for all where its organiser says so.
  if (row.organiser !== null) return false;
  const rights = await readRights(ctx.db, ctx.instance.id, [row.calendar_id]);
  const isByGroup = rights.some(({ group_id: groupId }) => groupId !== null);
  const groups = new Set(isByGroup ? await groupsOfPerson(ctx.db, ctx.instance.id, userId) : []);
  const level = levelFrom(row.calendar_id, rights, userId, (groupId) => groups.has(groupId));
  return writesIn({
    isCreator: row.creator_id === userId,
    mayWrite: own?.may_write ?? false,
    level,
    access: row.access,
  });
}

/** What follows from appointments that are thrown away or brought back, done or In process: for all, or for those who take part alone; alarms; what is kept after its end. */
export async function follow(ctx: ChangeContext, changes: readonly ItemChange[]): Promise<void> {
  await holdAlarms(ctx, changes);
  const ids = [...new Set(changes.map(({ activityId }) => activityId))];
  const rows = new Map((await readAppointments(ctx.db, ctx.instance.id, ids)).map((row) => [row.appointment_id, row]));
  const persons = Map.groupBy(await readPersons(ctx.db, ctx.instance.id, ids), (person) => person.appointment_id);
  for (const change of changes) {
    const row = rows.get(change.activityId);
    const own = persons.get(change.activityId)?.find(({ user_id: userId }) => userId === change.userId);
    if (row === undefined) continue;
    if (change.trashed !== (row.cancelled_at !== null || own?.is_removed === true))
      await (change.trashed ? throwAway(ctx, row, own, change.userId) : bringBack(ctx, row, own, change.userId));
    await keep(ctx, row, own, change);
  }
}

async function throwAway(
  ctx: ChangeContext,
  row: AppointmentRow,
  own: PersonRow | undefined,
  userId: number,
): Promise<void> {
  if (await actsForAll(ctx, row, own, userId)) return cancel(ctx, row);
  if (own?.is_active === true)
    await writeAnswer(ctx, row, own, { state: 'declined', comment: own.comment, isRemoved: true });
}

async function bringBack(
  ctx: ChangeContext,
  row: AppointmentRow,
  own: PersonRow | undefined,
  userId: number,
): Promise<void> {
  if (row.cancelled_at !== null) {
    if (await actsForAll(ctx, row, own, userId)) await putBack(ctx, row);
    return;
  }
  if (own?.is_removed === true) await askAgain(ctx, row, own);
}

/** Notes who has set an appointment In process after it began: it is not Done by itself with them. */
async function keep(
  ctx: ChangeContext,
  row: AppointmentRow,
  own: PersonRow | undefined,
  { status, activityId, userId }: ItemChange,
): Promise<void> {
  if (own === undefined) return;
  const zone = timeZoneOf(ctx.instance);
  const hasBegun = realMoments(currentSlot(row, [], zone, ctx.now()), zone).start <= ctx.now();
  const isKept = status === STATES.seen && hasBegun;
  if (isKept !== (own.kept_at !== null))
    await markKept(ctx.db, ctx.instance.id, [{ activityId, userId }], isKept ? ctx.now() : null);
}
