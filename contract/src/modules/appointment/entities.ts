import * as v from 'valibot';
import { EntryRowSchema, RelatedItemSchema } from '../activity/index.ts';
import { LinkSchema } from '../record/index.ts';
import { AccessSchema, AlertSchema, MINUTE_INTERVALS, TimeModeSchema } from './fields.ts';
import { CalendarLevelSchema } from './levels.ts';
import { ParticipantSchema, ParticipationSchema } from './people.ts';
import { ProposalSchema } from './proposals.ts';
import { AppointmentRepetitionSchema } from './repetition.ts';
import { AppointmentTypeSchema } from './types.ts';

/** Occurrences that one series may have, and how far ahead they are kept as spans, in months. */
export const MAX_SERIES_OCCURRENCES = 20_000;
export const HORIZON_MONTHS = 24;
/** Days that one question of spans may be about. */
export const MAX_RANGE_DAYS = 400;

/** Which occurrences of a series a command means. */
export const SCOPES = ['one', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * An appointment as calendars show it; of a series one occurrence. Of one that the person sees as taken alone (`insightRight` false) there are its
 * times, its calendar and `timeMode`; all else is empty, and its numbers are 0.
 */
export const AppointmentSchema = v.object({
  appointmentId: v.number(),
  aggregateId: v.string(),
  title: v.string(),
  description: v.string(),
  location: v.string(),
  /** Local time in `zone`, a day where it has no hours. */
  startDate: v.string(),
  /** Of whole days the last one, which belongs to it. */
  endDate: v.string(),
  /** When its series meant it to be; the same where it is of none, or was not moved. */
  startDateOriginal: v.string(),
  endDateOriginal: v.string(),
  /** The same times as seconds since 1970; without a zone those of the instance's, of whole days from midnight to midnight. */
  startTimestamp: v.number(),
  endTimestamp: v.number(),
  allDay: v.boolean(),
  timeMode: TimeModeSchema,
  zone: v.nullable(v.string()),
  access: AccessSchema,
  calendarId: v.number(),
  /** Its own, or that of its type. */
  color: v.string(),
  creator: v.string(),
  creatorId: v.number(),
  creatorAbbreviation: v.string(),
  /** Who was entered by others takes part provisionally, until they say so themselves. */
  needsConfirmation: v.boolean(),
  /** The person has said so. */
  confirmedByUser: v.boolean(),
  writepermission: v.boolean(),
  /** The person sees what it is. */
  insightRight: v.boolean(),
  linkedIdoCounter: v.number(),
  /** It begins or ends at a local time that is left out that day, or comes twice. */
  dstChange: v.boolean(),
  appointmentType: v.nullable(v.number()),
  alert: AlertSchema,
  minuteInterval: v.picklist(MINUTE_INTERVALS),
  /** What the person has said. */
  participation: ParticipationSchema,
  checkCollision: v.boolean(),
  isFree: v.boolean(),
  repeats: v.boolean(),
  /** What series that were one have in common; 0 for none. */
  repetitionGroupId: v.number(),
  meetingUrl: v.string(),
  level: CalendarLevelSchema,
});
export type Appointment = v.InferOutput<typeof AppointmentSchema>;

/** An appointment as its screen shows it. */
export const AppointmentDetailSchema = v.object({
  ...AppointmentSchema.entries,
  /** The number that an edit names, so that two who edit at once do not undo each other. */
  aggregateVersion: v.number(),
  participants: v.array(ParticipantSchema),
  /** Other times that were proposed: all to who may write in it, else the person's own. */
  proposals: v.array(ProposalSchema),
  /** How its series repeats; null for one that is of none. */
  repetition: v.nullable(AppointmentRepetitionSchema),
  /** Occurrences that were taken out of the series, by whose `aggregateId` they are brought back. */
  excluded: v.array(v.object({ aggregateId: v.string(), startDate: v.string() })),
  /** Those to choose from. */
  types: v.array(AppointmentTypeSchema),
  /** How often its time, place or rule has changed since others know of it. */
  sequence: v.number(),
  /** Whose word counts: a person of the instance, or an address outside. */
  organiser: v.object({ userId: v.nullable(v.number()), name: v.string(), address: v.string() }),
  /** How the person is called to it: as `alert` says unless they chose otherwise; null where they did not. */
  ownAlert: v.nullable(AlertSchema),
  /** The person has put it out of their own views. */
  isHidden: v.boolean(),
  /** Its type has it linked with records by a button. */
  recordButton: v.boolean(),
  links: v.array(LinkSchema),
  related: v.array(RelatedItemSchema),
  entry: EntryRowSchema,
});
export type AppointmentDetail = v.InferOutput<typeof AppointmentDetailSchema>;

/** What collides with what was to be written: 20 at most. */
export const CollisionsSchema = v.object({
  pairs: v.array(
    v.object({
      calendarId: v.number(),
      name: v.string(),
      /** As `startDate` and `endDate` of an appointment, in the zone of the one that was to be written. */
      startDate: v.string(),
      endDate: v.string(),
      /** Null where the person may not read it. */
      title: v.nullable(v.string()),
    }),
  ),
});
export type Collisions = v.InferOutput<typeof CollisionsSchema>;
export const MAX_COLLISIONS = 20;
