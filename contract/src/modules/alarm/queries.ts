import * as v from 'valibot';
import { NothingSchema, defineQuery, formatAggregateId, text } from '../../kernel/index.ts';
import { ALARMS_KEY, AlarmSchema, type Alarm } from './entities.ts';

const example: Alarm = {
  id: 17,
  title: 'Angebot Werft Neumann',
  type: 'task',
  timestamp: 1_795_222_800,
  alarmTimestamp: 1_795_219_200,
  overriddenAlarmTimestamp: null,
  userAlarmTimestamp: 1_795_219_200,
  aggregateId: formatAggregateId({ module: 'task', entryId: 17, userId: 1 }),
  moduleName: 'task',
  contact: '',
};

/** All alarms that the person has not confirmed: those that have rung, and those to come, in the order of their times. */
export const unconfirmed = defineQuery({
  name: 'alarm.unconfirmed',
  params: NothingSchema,
  result: v.array(AlarmSchema),
  apiVersion: 2,
  refreshOn: () => [ALARMS_KEY],
  example: { params: {}, result: [example] },
});

/** The same, as far as they ring within the next day, for an app that is woken for a moment to plan them. */
export const background = defineQuery({
  name: 'alarm.background',
  params: v.strictObject({ browser: text(200), version: text(60), platform: text(60) }),
  result: v.array(AlarmSchema),
  refreshOn: () => [ALARMS_KEY],
  example: { params: { browser: 'Firefox 145', version: '0.0.671', platform: 'web' }, result: [example] },
});

export const queries = { unconfirmed, background } as const;
