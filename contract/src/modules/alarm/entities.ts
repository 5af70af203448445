import * as v from 'valibot';
import { KINDS, ItemKindNameSchema, type KindAlarmType } from '../../kernel/index.ts';

/**
 * What calls somebody: an appointment, a task that is theirs to do or that they are told of, one that they have given away (while it is
 * unfinished, or always), and a memo.
 */
export type AlarmType = KindAlarmType;
export const ALARM_TYPES = /* @__PURE__ */ [
  ...new Set(KINDS.flatMap(({ alarms }) => Object.keys(alarms?.types ?? {}))),
] as readonly AlarmType[];
export const AlarmTypeSchema = v.picklist(ALARM_TYPES);

/** What is read from the person's alarms. */
export const ALARMS_KEY = 'alarms';

/** How far ahead an alarm may be put off, in days. */
export const MAX_DELAY_DAYS = 731;
/** Alarms that one answer holds, the next ones first. */
export const MAX_ALARMS = 1000;

/** What puts an alarm off at once, in minutes: five, fifteen and thirty minutes, one, two and four hours, a day. */
export const SNOOZE_MINUTES = [5, 15, 30, 60, 120, 240, 1440] as const;

/** An alarm of the person, that rings at `userAlarmTimestamp`, or has rung then. All times are in seconds since 1970. */
export const AlarmSchema = v.object({
  /** Number of the item that it is about; with the type it names the alarm. */
  id: v.number(),
  title: v.string(),
  type: AlarmTypeSchema,
  /** When what it is about is due, or begins. */
  timestamp: v.number(),
  /** When it was meant to ring. */
  alarmTimestamp: v.number(),
  /** When the person has put it off to. */
  overriddenAlarmTimestamp: v.nullable(v.number()),
  /** The one of both that counts. */
  userAlarmTimestamp: v.number(),
  /** Of the item that it is about. */
  aggregateId: v.string(),
  moduleName: ItemKindNameSchema,
  /** Who set it; empty where the person did. */
  contact: v.string(),
});
export type Alarm = v.InferOutput<typeof AlarmSchema>;
