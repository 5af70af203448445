import type { alarmCommands, AlarmType } from '@kontor/contract/alarm';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { takeAlarm } from './access.ts';
import { delayedTo } from './rules.ts';
import { enqueueRinging, enqueueSilence, tellChanged, type OverAlarm } from './setting.ts';
import { confirm, putOff, type TakenAlarm } from './store/own.ts';

/** An alarm of somebody, at the time that it had until now. */
const overOf = (
  userId: number,
  { type, id: activityId }: { readonly type: AlarmType; readonly id: number },
  { rings_at: ringsAt, rung_at: rungAt }: TakenAlarm,
): OverAlarm => ({ activityId, userId, type, ringsAt, rungAt });

export const commandHandlers: CommandHandlers<typeof alarmCommands> = {
  async delay(ctx, { type, id, ...delay }) {
    const alarm = await takeAlarm(ctx, type, id);
    const to = delayedTo(delay, ctx.now()) ?? fail('ALARM_TIME_INVALID');
    await putOff(ctx, alarm.alarm_id, new Date(to * 1000));
    await enqueueRinging(ctx, to * 1000);
    if (alarm.confirmed_at === null) await enqueueSilence(ctx, [overOf(ctx.person.id, { type, id }, alarm)]);
    tellChanged(ctx, [ctx.person.id]);
    return { userAlarmTimestamp: to };
  },

  async snooze(ctx, { type, id }) {
    const alarm = await takeAlarm(ctx, type, id);
    if (alarm.confirmed_at !== null) return {};
    await confirm(ctx, alarm.alarm_id);
    await enqueueSilence(ctx, [overOf(ctx.person.id, { type, id }, alarm)]);
    tellChanged(ctx, [ctx.person.id]);
    return {};
  },
};
