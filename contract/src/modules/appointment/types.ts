import * as v from 'valibot';
import { IdSchema, text, tidyName, titleText } from '../../kernel/index.ts';
import {
  AccessSchema,
  AlertSchema,
  ColourSchema,
  MAX_APPOINTMENT_TITLE,
  MAX_DESCRIPTION,
  TimeModeSchema,
} from './fields.ts';
import { MAX_PARTICIPANTS } from './people.ts';

export const MAX_APPOINTMENT_TYPES = 100;
export const MAX_TYPE_TITLE = 60;

/** What is read from the list of types. */
export const APPOINTMENT_TYPES_KEY = 'appointmentTypes';

/** A type of appointment: what those of it begin with. */
export const AppointmentTypeSchema = v.object({
  id: v.number(),
  title: v.string(),
  colour: v.string(),
  access: AccessSchema,
  alert: AlertSchema,
  /** What an appointment of it says, as HTML. */
  description: v.string(),
  timeType: TimeModeSchema,
  /** Those of it do not repeat. */
  forbiddenRepetition: v.boolean(),
  /** The title that those of it have until somebody types another; empty for none. */
  defaultTitle: v.string(),
  /** Numbers of people who take part in those of it. */
  participants: v.array(v.number()),
  /** Those of it are linked with records by a button. */
  recordButton: v.boolean(),
});
export type AppointmentType = v.InferOutput<typeof AppointmentTypeSchema>;

/** The same as it is written. */
export const appointmentTypeFields = {
  title: v.pipe(
    titleText(MAX_TYPE_TITLE),
    v.transform(tidyName),
    v.check((title) => title !== '', 'TEXT_EMPTY'),
  ),
  colour: v.optional(ColourSchema, ''),
  access: v.optional(AccessSchema, 'public'),
  alert: v.optional(AlertSchema, 'none'),
  description: v.optional(text(MAX_DESCRIPTION), ''),
  timeType: v.optional(TimeModeSchema, 'fixedTime'),
  forbiddenRepetition: v.optional(v.boolean(), false),
  defaultTitle: v.optional(v.pipe(titleText(MAX_APPOINTMENT_TITLE), v.trim()), ''),
  participants: v.optional(v.pipe(v.array(IdSchema), v.maxLength(MAX_PARTICIPANTS)), []),
  recordButton: v.optional(v.boolean(), true),
};
