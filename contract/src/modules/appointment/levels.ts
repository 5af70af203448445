import * as v from 'valibot';
import { IdSchema } from '../../kernel/index.ts';

/**
 * What somebody may do with a calendar: see when it is taken; read what is not private; write that; and read and write all. Each holds what stands
 * before it. `none`: nothing at all.
 */
export const CALENDAR_LEVELS = ['none', 'busy', 'read', 'write', 'manage'] as const;
export type CalendarLevel = (typeof CALENDAR_LEVELS)[number];
export const CalendarLevelSchema = v.picklist(CALENDAR_LEVELS);

/** What everybody may do with a calendar whose owner has said nothing about it. */
export const DEFAULT_LEVEL: CalendarLevel = 'busy';

export const MAX_CALENDAR_RIGHTS = 500;
/** Calendars that one question may be about. */
export const MAX_CALENDARS = 60;
export const CalendarIdsSchema = v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(MAX_CALENDARS));

/** Whether one level holds another. */
export const holdsLevel = (level: CalendarLevel, least: CalendarLevel): boolean =>
  CALENDAR_LEVELS.indexOf(level) >= CALENDAR_LEVELS.indexOf(least);

/** A calendar that the person may see something of. */
export const PermittedCalendarSchema = v.object({
  userId: v.number(),
  fullUserName: v.string(),
  /** The name that its person signs in with. */
  realUserName: v.string(),
  userAvatar: v.nullable(v.string()),
  level: CalendarLevelSchema,
});
export type PermittedCalendar = v.InferOutput<typeof PermittedCalendarSchema>;

/** Who may do what with a calendar: a person, a group, or with neither everybody. */
export const CalendarRightSchema = v.pipe(
  v.strictObject({
    userId: v.optional(v.nullable(IdSchema), null),
    groupId: v.optional(v.nullable(IdSchema), null),
    level: CalendarLevelSchema,
  }),
  v.check(({ userId, groupId }) => userId === null || groupId === null, 'CALENDAR_RIGHT_AMBIGUOUS'),
);
export type CalendarRight = v.InferOutput<typeof CalendarRightSchema>;

/** What is read from rights of calendars. */
export const CALENDAR_RIGHTS_KEY = 'calendarRights';
/** What is read from the spans of one calendar. */
export const calendarKey = (calendarId: number): string => `calendar:${calendarId}`;
