import { HORIZON_MONTHS } from '@kontor/contract/appointment';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { lockItems } from '../activity/index.ts';
import type { BookedBeside } from './booking.ts';
import { doneAlone, finish, putOffFor } from './inbox.ts';
import type { KindParts } from './parts.ts';
import { isAsked } from './people-rules.ts';
import { TURN_JOB, settle, standingOf, type Standing } from './settling.ts';
import { readAppointments } from './store/appointments.ts';
import { markKept } from './store/persons.ts';
import { tellTaken } from './telling.ts';
import { realMoments, wireTime } from './times.ts';

/** Months ahead from which on a horizon moves. */
const NEAR_MONTHS = HORIZON_MONTHS - 1;

/** Whether the spans of a series reach far enough ahead for another month. */
const isHorizonFar = (horizon: Date | null, now: number): boolean =>
  horizon !== null &&
  horizon.getTime() >
    Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC').add({ months: NEAR_MONTHS })
      .epochMilliseconds;

/**
 * Looks at an appointment at a moment (milliseconds since 1970) for which that was ordered. What is over is Done, unless somebody has set it In process since it
 * began; a series goes on to its next occurrence, and its horizon moves on, beside what has its resources by then.
 */
async function turn(given: ChangeContext, parts: KindParts, id: number, until: number): Promise<void> {
  const now = Math.max(given.now(), until);
  // The clock of the jobs may be ahead of ours.
  const ctx: ChangeContext = { ...given, now: () => now };
  await lockItems(ctx, [id]);
  const [there] = await readAppointments(ctx.db, ctx.instance.id, [id]);
  if (there === undefined || there.cancelled_at !== null) return;
  const before = await standingOf(ctx, id);
  const { row, persons, zone, current } = before;
  const isOver = realMoments(current, zone).end <= now;
  if (isOver) {
    const done = persons.filter((person) => person.is_active && person.kept_at === null);
    const userIds = done.flatMap(({ user_id: userId }) => userId ?? []);
    await finish(ctx, id, await doneAlone(ctx, parts, userIds));
  }
  if (row.rule === null) return;
  const listed = before.listedStart;
  let beside: BookedBeside = [];
  const standing = await settle(ctx, id, {
    accepted: true,
    isQuiet: true,
    onBeside: (booked) => (beside = booked),
    isTurn: true,
    ...(isHorizonFar(row.horizon_at, now) ? { spans: 'none' as const } : {}),
  });
  if (!isOver && listed !== wireTime(current, current.start)) await goOn(ctx, parts, standing);
  await tellTaken(ctx, parts, standing, beside);
}

/** Those whom a series asks nothing have it put off until its next occurrence comes up. */
async function goOn(ctx: ChangeContext, parts: KindParts, standing: Standing): Promise<void> {
  const id = standing.row.appointment_id;
  const resting = standing.persons.filter((person) => person.is_active && !isAsked(person));
  const userIds = resting.flatMap(({ user_id: userId }) => userId ?? []);
  await markKept(
    ctx.db,
    ctx.instance.id,
    userIds.map((userId) => ({ activityId: id, userId })),
    null,
  );
  await putOffFor(ctx, parts, standing, userIds);
}

export const turnJobs = (parts: KindParts): JobHandlers => ({
  [TURN_JOB]: ({ change }, { appointmentId, until }) =>
    change((ctx) => turn(ctx, parts, Number(appointmentId), Number(until))),
});
