import { STATES } from '@kontor/contract/activity';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { instantOf } from '../../platform/recurrence/index.ts';
import { edits, editItems, setStatusFromOutside, snoozeItems } from '../activity/index.ts';
import { holdAlarms } from '../alarm/index.ts';
import type { KindParts } from './parts.ts';
import { alertMoment } from './rules.ts';
import type { Alert } from '@kontor/contract/appointment';
import { dayOfLocal, realMoments, type Slot } from './times.ts';

/** The hour at which an appointment comes up on its day. */
const MORNING = '06:00:00';

/** When an appointment comes up in the lists of unfinished items: on its day in the morning, or with its alert where that is earlier. */
export function comesUpAt(slot: Slot, alert: Alert, zone: string): number {
  const where = slot.timeMode === 'fixedTime' ? (slot.zone ?? zone) : zone;
  const morning = Date.parse(instantOf(`${dayOfLocal(slot.start)}T${MORNING}`, where));
  return Math.min(morning, realMoments(slot, zone).start, alertMoment(slot, alert, zone) ?? morning);
}

/** Puts an appointment off for people whom it asks nothing, until it comes up; one that is up already is there. */
export async function putOff(
  ctx: ChangeContext,
  parts: KindParts,
  id: number,
  userIds: readonly number[],
  until: number,
): Promise<void> {
  for (const userId of userIds)
    if (until > ctx.now())
      await snoozeItems(ctx, parts.itemKinds(), userId, [id], { until: new Date(until), untilAnswered: false });
    else await editItems(ctx, parts.itemKinds(), userId, [id], edits.wake());
}

/** Has an appointment ask people: it is New with them, and there. */
export async function ask(ctx: ChangeContext, parts: KindParts, id: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const userId of userIds) await editItems(ctx, parts.itemKinds(), userId, [id], edits.wake());
  const onlyFrom = [STATES.seen, STATES.ready];
  await setStatusFromOutside(ctx, [{ activityId: id, userIds: [...userIds], status: STATES.unseen, onlyFrom }]);
}

/** Makes an appointment Done with people, because it is over or they do not take part. */
export async function finish(ctx: ChangeContext, id: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const onlyFrom = [STATES.unseen, STATES.seen];
  await setStatusFromOutside(ctx, [{ activityId: id, userIds: [...userIds], status: STATES.ready, onlyFrom }]);
  const done = { activityId: id, boxId: 0, status: STATES.ready, archived: false, trashed: false, spam: false };
  await holdAlarms(
    ctx,
    userIds.map((userId) => ({ ...done, userId })),
  );
}
