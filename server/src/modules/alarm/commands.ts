import type { alarmCommands } from '@kontor/contract/alarm';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { takeAlarm } from './access.ts';
import { delayedTo, isRinging } from './rules.ts';
import { enqueueRinging, enqueueSilence, tellChanged } from './setting.ts';
import { confirm, putOff } from './store/own.ts';

export const commandHandlers: CommandHandlers<typeof alarmCommands> = {
  async delay(ctx, { type, id, ...delay }) {
    const alarm = await takeAlarm(ctx, type, id);
    const to = delayedTo(delay, ctx.now()) ?? fail('ALARM_TIME_INVALID');
    await putOff(ctx, alarm.alarm_id, new Date(to * 1000));
    await enqueueRinging(ctx, to * 1000);
    if (isRinging(alarm)) await enqueueSilence(ctx, [{ activityId: id, userId: ctx.person.id, type }]);
    tellChanged(ctx, [ctx.person.id]);
    return { userAlarmTimestamp: to };
  },

  async snooze(ctx, { type, id }) {
    const alarm = await takeAlarm(ctx, type, id);
    if (alarm.confirmed_at !== null) return {};
    await confirm(ctx, alarm.alarm_id);
    if (isRinging(alarm)) await enqueueSilence(ctx, [{ activityId: id, userId: ctx.person.id, type }]);
    tellChanged(ctx, [ctx.person.id]);
    return {};
  },
};
