import * as v from 'valibot';
import { IdSchema, TimeZoneSchema, text, titleText } from '../../kernel/index.ts';
import { ParticipantsInputSchema } from './people.ts';
import { AppointmentRepetitionSchema } from './repetition.ts';
import { AppointmentTimeSchema } from './times.ts';

export const MAX_APPOINTMENT_TITLE = 200;
/** UTF-16 units of its HTML. */
export const MAX_DESCRIPTION = 100_000;
export const MAX_LOCATION = 500;
export const MAX_MEETING_URL = 2000;
/** Days that one occurrence may take. */
export const MAX_APPOINTMENT_DAYS = 366;
/** Minutes that a new appointment takes. */
export const DEFAULT_MINUTES = 60;

/** `timeIndependent`: on a day, without hours. Nobody is busy by it. */
export const TIME_MODES = ['fixedTime', 'allDay', 'timeIndependent'] as const;
export type TimeMode = (typeof TIME_MODES)[number];
export const TimeModeSchema = v.picklist(TIME_MODES);

export const ACCESSES = ['public', 'private'] as const;
export type Access = (typeof ACCESSES)[number];
export const AccessSchema = v.picklist(ACCESSES);

export const ALERT_UNITS = ['minutes', 'hours', 'days'] as const;
const MAX_ALERT = { minutes: 10_000, hours: 1000, days: 365 } as const;

/** How long before it begins somebody is called to an appointment. */
const AlertTimeSchema = v.pipe(
  v.object({ unit: v.picklist(ALERT_UNITS), value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  v.check(({ unit, value }) => value <= MAX_ALERT[unit], 'ALERT_TOO_EARLY'),
);
export const AlertSchema = v.union([v.literal('none'), AlertTimeSchema]);
export type Alert = v.InferOutput<typeof AlertSchema>;

/** A colour of six hexadecimal digits behind a `#`; empty for none of its own. */
export const ColourSchema = v.pipe(v.string(), v.regex(/^(?:#[\da-fA-F]{6})?$/, 'COLOUR_INVALID'), v.toLowerCase());

/** Minutes that the time fields and a dragged appointment go by. */
export const MINUTE_INTERVALS = [5, 10, 15, 30, 60] as const;
export const DEFAULT_MINUTE_INTERVAL = 15;

/** What can be written of an appointment. */
export const AppointmentFieldsSchema = {
  title: v.pipe(titleText(MAX_APPOINTMENT_TITLE), v.trim()),
  /** HTML as notes may have it. */
  description: text(MAX_DESCRIPTION),
  location: v.pipe(titleText(MAX_LOCATION), v.trim()),
  startDate: AppointmentTimeSchema,
  /** Of whole days the last one, which belongs to it. */
  endDate: AppointmentTimeSchema,
  /** Counts over `timeMode` where both are said: true keeps one without hours as it is, and makes whole days of a fixed time. */
  allDay: v.boolean(),
  timeMode: TimeModeSchema,
  /** Zone that its local times are meant in. Null: wherever its people are. */
  zone: v.nullable(TimeZoneSchema),
  access: AccessSchema,
  /** Number of the person whose calendar it is in. */
  calendarId: IdSchema,
  color: ColourSchema,
  needsConfirmation: v.boolean(),
  checkCollision: v.boolean(),
  /** Nobody is busy by it. */
  isFree: v.boolean(),
  appointmentType: v.nullable(IdSchema),
  alert: v.pipe(
    v.nullable(AlertSchema),
    v.transform((alert) => alert ?? 'none'),
  ),
  minuteInterval: v.picklist(MINUTE_INTERVALS),
  meetingUrl: v.pipe(text(MAX_MEETING_URL), v.trim(), v.regex(/^(?:https?:\/\/\S+)?$/i, 'URL_INVALID')),
  participants: ParticipantsInputSchema,
  /** Null for one that does not repeat. */
  repetition: v.nullable(AppointmentRepetitionSchema),
};
const FieldsSchema = v.object(AppointmentFieldsSchema);
export type AppointmentFields = v.InferOutput<typeof FieldsSchema>;
export type AppointmentFieldsInput = v.InferInput<typeof FieldsSchema>;

/** The same fields, of which each may be left out: a new appointment has what is usual, an edited one stays as it is. */
export const PartialFieldsSchema = v.partial(FieldsSchema).entries;
export type PartialAppointmentFields = Partial<AppointmentFields>;
