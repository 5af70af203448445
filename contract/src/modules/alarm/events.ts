import * as v from 'valibot';
import { defineEvent, eventPayload } from '../../kernel/index.ts';
import { AlarmTypeSchema } from './entities.ts';

const alarms = v.array(v.object({ type: AlarmTypeSchema, id: v.number(), userAlarmTimestamp: v.number() }));

/** Alarms of the person that ring now, each told once. What they are about is asked for. */
export const alarmRang = defineEvent('alarm.rang', v.object({ ...eventPayload, alarms }));

/** Alarms of the person that are others than before: set, moved, put off, confirmed or gone. */
export const alarmChanged = defineEvent('alarm.changed', v.object(eventPayload));

export const events = { alarmRang, alarmChanged } as const;
