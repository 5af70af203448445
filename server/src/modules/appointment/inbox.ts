import { STATES } from '@kontor/contract/activity';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { instantOf } from '../../platform/recurrence/index.ts';
import { edits, editItems, setStatusFromOutside, snoozeItems } from '../activity/index.ts';
import { holdAlarms } from '../alarm/index.ts';
import type { InboxChoice, KindParts } from './parts.ts';
import { isAsked } from './people-rules.ts';
import { alertMoment } from './rules.ts';
import type { Alert } from '@kontor/contract/appointment';
import type { Standing } from './settling.ts';
import { dayOfLocal, realMoments, type Slot } from './times.ts';

const DEFAULT_INBOX: InboxChoice = { when: 'day', isDoneAlone: true, dayStarts: '06:00' };

/** When an appointment comes up in the lists of unfinished items: on its day at a time like `06:00`, or with its alert where that is earlier. */
export function comesUpAt(slot: Slot, alert: Alert, zone: string, dayStarts: string): number {
  const where = slot.timeMode === 'fixedTime' ? (slot.zone ?? zone) : zone;
  const morning = Date.parse(instantOf(`${dayOfLocal(slot.start)}T${dayStarts}:00`, where));
  return Math.min(morning, realMoments(slot, zone).start, alertMoment(slot, alert, zone) ?? morning);
}

/** An appointment as far as lists have to know it. */
type Listed = Pick<Standing, 'row' | 'current' | 'zone'>;

/** How some people want appointments among what is unfinished. */
async function choicesOf(
  ctx: ChangeContext,
  { inboxOf }: KindParts,
  userIds: readonly number[],
): Promise<(userId: number) => InboxChoice> {
  const chosen = await inboxOf(ctx, userIds);
  return (userId) => chosen.get(userId) ?? DEFAULT_INBOX;
}

/** When an appointment comes up with somebody: who wants it only where it asks something has it then until it is over. */
const comesUpWith = ({ row, current, zone }: Listed, { when, dayStarts }: InboxChoice): number =>
  when === 'day' ? comesUpAt(current, row.alert ?? 'none', zone, dayStarts) : realMoments(current, zone).end;

/** Puts an appointment off until a moment; one that is up already is there. */
async function putOff(
  ctx: ChangeContext,
  parts: KindParts,
  { id, userId, until }: { readonly id: number; readonly userId: number; readonly until: number },
): Promise<void> {
  if (until > ctx.now())
    await snoozeItems(ctx, parts.itemKinds(), userId, [id], { until: new Date(until), untilAnswered: false });
  else await editItems(ctx, parts.itemKinds(), userId, [id], edits.wake());
}

/**
 * Puts an appointment off until it comes up, for those whom it asks nothing, and for those who never want it there; what is over is Done with them, unless they
 * do that themselves. `only`: with these alone.
 */
export async function putOffFor(
  ctx: ChangeContext,
  parts: KindParts,
  standing: Listed & Pick<Standing, 'persons'>,
  only?: readonly number[],
): Promise<void> {
  const { row, current, zone } = standing;
  const id = row.appointment_id;
  const there = standing.persons.flatMap((one) =>
    one.user_id !== null && one.is_active && (only === undefined || only.includes(one.user_id))
      ? [{ ...one, user_id: one.user_id }]
      : [],
  );
  const userIds = there.map(({ user_id: userId }) => userId);
  if (realMoments(current, zone).end <= ctx.now()) return finish(ctx, id, await doneAlone(ctx, parts, userIds));
  const choiceOf = await choicesOf(ctx, parts, userIds);
  for (const one of there) {
    const choice = choiceOf(one.user_id);
    const rests = one.state !== 'declined' && (!isAsked(one) || choice.when === 'never');
    if (rests) await putOff(ctx, parts, { id, userId: one.user_id, until: comesUpWith(standing, choice) });
  }
}

/** Has an appointment ask people: it is New with them, and there for those who want it there. */
export async function ask(
  ctx: ChangeContext,
  parts: KindParts,
  standing: Listed,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const id = standing.row.appointment_id;
  const choiceOf = await choicesOf(ctx, parts, userIds);
  for (const userId of userIds) {
    const choice = choiceOf(userId);
    if (choice.when === 'never') await putOff(ctx, parts, { id, userId, until: comesUpWith(standing, choice) });
    else await editItems(ctx, parts.itemKinds(), userId, [id], edits.wake());
  }
  const onlyFrom = [STATES.seen, STATES.ready];
  await setStatusFromOutside(ctx, [{ activityId: id, userIds: [...userIds], status: STATES.unseen, onlyFrom }]);
}

/** Those of some people with whom an appointment is Done by itself once it is over: who never wants them there does nothing about them. */
export async function doneAlone(
  ctx: ChangeContext,
  parts: KindParts,
  userIds: readonly number[],
): Promise<readonly number[]> {
  const choiceOf = await choicesOf(ctx, parts, userIds);
  return userIds.filter((userId) => choiceOf(userId).isDoneAlone || choiceOf(userId).when === 'never');
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
