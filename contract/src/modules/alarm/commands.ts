import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand } from '../../kernel/index.ts';
import { AlarmTypeSchema, MAX_DELAY_DAYS } from './entities.ts';

const MAX_SECONDS = MAX_DELAY_DAYS * 86_400;
const named = { type: AlarmTypeSchema, id: IdSchema };

/** ISO 8601 duration in whole weeks, days, hours, minutes and seconds. */
const DURATION = /^P(?=[\dT])(?:\d{1,4}W|(?:\d{1,4}D)?(?:T(?=\d)(?:\d{1,5}H)?(?:\d{1,6}M)?(?:\d{1,8}S)?)?)$/;

/**
 * Puts an alarm off, on all devices of the person: by a duration from now (`delayDuration`, or `duration` in seconds), or to a moment
 * (`timestamp`, seconds since 1970). Exactly one of the three.
 */
export const delay = defineCommand({
  name: 'alarm.delay',
  params: v.union([
    v.strictObject({ ...named, delayDuration: v.pipe(v.string(), v.regex(DURATION, 'DURATION_INVALID')) }),
    v.strictObject({
      ...named,
      duration: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_SECONDS)),
    }),
    v.strictObject({ ...named, timestamp: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  ]),
  // When it rings, in seconds since 1970.
  result: v.object({ userAlarmTimestamp: v.number() }),
  errors: ['NOT_FOUND', 'ALARM_TIME_INVALID'],
  apiVersion: 2,
  example: {
    params: { type: 'task', id: 17, delayDuration: 'PT15M' },
    result: { userAlarmTimestamp: 1_795_220_100 },
  },
});

/** Confirms an alarm: it is silent on all devices of the person. One that was confirmed stays so. */
export const snooze = defineCommand({
  name: 'alarm.snooze',
  params: v.strictObject({ ...named, action: v.literal('ok') }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { type: 'task', id: 17, action: 'ok' }, result: {} },
});

export const commands = { delay, snooze } as const;

/** ALARM_TIME_INVALID: not in the future, or more than two years ahead. */
export const problems = { ALARM_TIME_INVALID: 422 } as const;
