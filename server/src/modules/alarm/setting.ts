import { ALARM_TYPES, ALARMS_KEY, alarmEvents, type AlarmType } from '@kontor/contract/alarm';
import type { ChangeContext, InstanceContext } from '../../platform/operation/context.ts';
import type { ItemChange } from '../activity/index.ts';
import { isHeld, isPlanned, planAlarms, type NewAlarm } from './rules.ts';
import {
  confirmHeld,
  readNotified,
  releaseHeld,
  standingsOf,
  takeAlarms,
  writePlan,
  type AlarmName,
} from './store/alarms.ts';

export const RING_JOB = 'alarm.ring';
export const SILENCE_JOB = 'alarm.silence';

/** Looks at this moment (milliseconds since 1970) for what rings. The clock of the jobs may be ahead of ours: what they are told of is due. */
export const enqueueRinging = (ctx: ChangeContext, until: number): Promise<void> =>
  ctx.enqueue(RING_JOB, { until }, { key: `${RING_JOB}:${ctx.instance.id}:${until}`, runAt: new Date(until) });

/** An alarm that calls nobody any more at the moment for which it was set, in milliseconds since 1970. */
export interface Silenced extends AlarmName {
  readonly at: number;
  readonly hasRung: boolean;
}

/** An alarm that was over, at another time, or confirmed from then on. */
export interface OverAlarm extends AlarmName {
  readonly ringsAt: Date;
  readonly rungAt: Date | null;
}

/**
 * Takes alarms that need nobody any more from the screens of phones: those that rang, and those that a phone may have planned to ring by
 * itself, though no page runs on it that could plan anew.
 */
export async function enqueueSilence(ctx: ChangeContext, over: readonly OverAlarm[]): Promise<void> {
  const alarms = over
    .filter(({ ringsAt, rungAt }) => rungAt !== null || isPlanned(ringsAt, ctx.now()))
    .map(({ activityId, userId, type, ringsAt, rungAt }): Silenced => ({
      activityId,
      userId,
      type,
      at: ringsAt.getTime(),
      hasRung: rungAt !== null,
    }));
  if (alarms.length > 0) await ctx.enqueue(SILENCE_JOB, { alarms });
}

/** Tells people that their alarms are others than before. */
export function tellChanged(ctx: ChangeContext, userIds: readonly number[]): void {
  const users = [...new Set(userIds)];
  if (users.length === 0) return;
  ctx.emit(
    alarmEvents.alarmChanged,
    { users },
    { keys: [ALARMS_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
  );
}

/**
 * Gives an item, which was taken for this transaction, these alarms and no others. One whose time is the same stays as it is: put off, rung,
 * confirmed. Another time rings anew. One that lies more than a minute back rings nobody; those who set alarms check the times themselves. An
 * alarm of somebody with whom the item is done or in the trash waits until it is not. `shown`: what decides who sees the item, where that is still
 * under way.
 */
export async function setAlarms(
  ctx: ChangeContext,
  activityId: number,
  alarms: readonly NewAlarm[],
  shown?: Promise<unknown>,
): Promise<void> {
  const known = await takeAlarms(ctx, activityId);
  if (known.length === 0 && alarms.length === 0) return;
  await shown;
  const plan = planAlarms(known, alarms, await standingsOf(ctx, activityId), ctx.now());
  await writePlan(ctx, activityId, plan);
  const moments = plan.set.filter(({ state }) => state !== 'passed').map(({ alarmAt }) => alarmAt.getTime());
  for (const moment of new Set(moments)) await enqueueRinging(ctx, moment);
  await enqueueSilence(
    ctx,
    plan.silenced.map(({ user_id: userId, type, rings_at: ringsAt, rung_at: rungAt }) => ({
      activityId,
      userId,
      type,
      ringsAt,
      rungAt,
    })),
  );
  tellChanged(ctx, [
    ...[...plan.set, ...plan.moved].map(({ userId }) => userId),
    ...plan.gone.map(({ user_id: userId }) => userId),
  ]);
}

/**
 * For `ItemKindHooks.onChanged` of kinds with alarms: an item that is done, or in the trash, confirms its alarms of that person; one that is New or In
 * process again has back what is still to come.
 */
export async function holdAlarms(ctx: ChangeContext, changes: readonly ItemChange[]): Promise<void> {
  if (changes.length === 0) return;
  const [held, free]: [AlarmName[], AlarmName[]] = [[], []];
  for (const change of changes) {
    const { activityId, userId } = change;
    for (const type of ALARM_TYPES) (isHeld(type, change) ? held : free).push({ activityId, userId, type });
  }
  const confirmed = held.length === 0 ? [] : await confirmHeld(ctx, held);
  const back = free.length === 0 ? [] : await releaseHeld(ctx, free);
  await enqueueSilence(ctx, confirmed);
  tellChanged(
    ctx,
    [...confirmed, ...back].map(({ userId }) => userId),
  );
}

/** Whom an item's alarms are for, and whether each has rung. */
export const notifiedOf = (
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  activityId: number,
): Promise<readonly { readonly userId: number; readonly type: AlarmType; readonly rung: boolean }[]> =>
  readNotified(db, instance.id, activityId);
