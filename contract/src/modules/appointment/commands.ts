import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  formatAggregateId,
  takingAnswer,
  text,
} from '../../kernel/index.ts';
import { recordParams } from '../record/index.ts';
import { AppointmentDetailSchema, SCOPES } from './entities.ts';
import { AlertSchema, AppointmentFieldsSchema, MAX_APPOINTMENT_DAYS, PartialFieldsSchema } from './fields.ts';
import { MAX_PARTICIPANTS, PARTICIPATIONS } from './people.ts';
import { originalMinutes } from './times.ts';
import { removeBookingPage, saveBookingPage } from './booking.ts';
import { settingCommands } from './setting-commands.ts';

const exampleId = formatAggregateId({ module: 'appointment', entryId: 31, userId: 1 });
const exampleOccurrence = formatAggregateId({
  module: 'appointment',
  entryId: 31,
  userId: 1,
  sourceContainerId: /* @__PURE__ */ originalMinutes('2026-12-01T09:00:00'),
});
const otherId = formatAggregateId({ module: 'appointment', entryId: 48, userId: 1 });

const aggregateId = AggregateIdSchema;
/** Of a series, which occurrences are meant: this one, this one and those to come, or all. Without an occurrence in the id: from its next one on. */
const scope = v.optional(v.picklist(SCOPES), 'one');
/** It is done though it collides. */
const accepted = v.optional(v.boolean(), false);

const WRITE_ERRORS = [
  'NOT_FOUND',
  'RIGHT_MISSING',
  'APPOINTMENT_TIMES_INVALID',
  'APPOINTMENT_COLLIDES',
  'RESOURCE_TAKEN',
  'REMINDER_PAST',
] as const;
const FIELD_ERRORS = [
  ...WRITE_ERRORS,
  'APPOINTMENT_REPETITION_INVALID',
  'REPETITION_FORBIDDEN',
  'SERIES_TOO_LONG',
  'TYPE_GONE',
] as const;
const OF_OCCURRENCES = ['OCCURRENCE_GONE', 'ORGANISER_ELSEWHERE'] as const;

/**
 * Makes an appointment. What is left out is usual: it begins with the next full hour and takes an hour, in the person's own calendar and the zone of
 * the instance, with what its type gives. Its person takes part in it.
 */
export const create = defineCommand({
  name: 'appointment.create',
  params: v.strictObject({
    ...PartialFieldsSchema,
    accepted,
    /** Records to link it with. */
    idoLinkings: v.optional(v.pipe(v.array(v.strictObject(recordParams)), v.maxLength(50)), []),
    /** What it was made of, that the person sees: both say so. */
    origin: v.optional(v.nullable(AggregateIdSchema), null),
  }),
  result: v.object({ aggregateId: v.string() }),
  errors: [...FIELD_ERRORS],
  example: {
    params: {
      title: 'Wartung besprechen',
      startDate: '2026-12-01T09:00:00',
      endDate: '2026-12-01T10:00:00',
      location: 'Werft Neumann, Halle 2',
      participants: [{ userId: 1 }],
    },
    result: { aggregateId: exampleId },
  },
});

/** Makes one of people and a time alone. `startTimestamp`: seconds since 1970; `duration`: minutes. */
export const createMinimal = defineCommand({
  name: 'appointment.createMinimal',
  params: v.strictObject({
    participants: v.pipe(v.array(IdSchema), v.maxLength(MAX_PARTICIPANTS)),
    startTimestamp: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(32_503_679_999)),
    duration: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_APPOINTMENT_DAYS * 1440)),
    accepted,
  }),
  result: v.object({ aggregateId: v.string() }),
  errors: [...WRITE_ERRORS],
  example: {
    params: { participants: [1], startTimestamp: 1_796_112_000, duration: 60 },
    result: { aggregateId: exampleId },
  },
});

const written = v.object({ aggregateId: v.string(), aggregateVersion: v.number() });

/** Moves an appointment, or makes it longer or shorter. The answer names what was changed: an occurrence that is moved is one of its own from then on. */
export const changeTimes = defineCommand({
  name: 'appointment.changeTimes',
  params: v.strictObject({
    aggregateId,
    startDate: AppointmentFieldsSchema.startDate,
    endDate: AppointmentFieldsSchema.endDate,
    allDay: v.optional(AppointmentFieldsSchema.allDay),
    timeMode: v.optional(AppointmentFieldsSchema.timeMode),
    scope,
    accepted,
  }),
  result: written,
  errors: [...WRITE_ERRORS, ...OF_OCCURRENCES, 'SERIES_TOO_LONG', 'APPOINTMENT_REPETITION_INVALID'],
  example: {
    params: {
      aggregateId: exampleOccurrence,
      startDate: '2026-12-01T10:00:00',
      endDate: '2026-12-01T11:00:00',
      allDay: false,
    },
    result: { aggregateId: otherId, aggregateVersion: 1 },
  },
});

/** Changes one appointment, of a series this occurrence alone; what is left out stays as it is. */
export const editSingle = defineCommand({
  name: 'appointment.editSingle',
  params: takingAnswer({ aggregateId, ...PartialFieldsSchema, accepted }, AppointmentDetailSchema),
  result: written,
  errors: [...FIELD_ERRORS, ...OF_OCCURRENCES],
  example: {
    params: { aggregateId: exampleId, title: 'Wartung und Angebot' },
    result: { aggregateId: exampleId, aggregateVersion: 3 },
  },
});

/** Saves an appointment as it stands. `aggregateVersion`: that of the details that the edit began from. */
export const save = defineCommand({
  name: 'appointment.save',
  params: takingAnswer(
    { aggregateId, aggregateVersion: IdSchema, ...AppointmentFieldsSchema, scope, accepted },
    AppointmentDetailSchema,
  ),
  result: written,
  errors: [...FIELD_ERRORS, ...OF_OCCURRENCES, 'APPOINTMENT_CONFLICT'],
  example: {
    params: {
      aggregateId: exampleId,
      aggregateVersion: 2,
      title: 'Wartung und Angebot',
      description: '<p>Mit Herrn Neumann.</p>',
      location: 'Werft Neumann, Halle 2',
      startDate: '2026-12-01T09:00:00',
      endDate: '2026-12-01T10:00:00',
      allDay: false,
      timeMode: 'fixedTime',
      zone: 'Europe/Berlin',
      access: 'public',
      calendarId: 1,
      color: '',
      needsConfirmation: false,
      checkCollision: true,
      isFree: false,
      appointmentType: null,
      alert: 'none',
      minuteInterval: 15,
      meetingUrl: '',
      participants: [{ userId: 1 }],
      repetition: null,
      scope: 'one',
    },
    result: { aggregateId: exampleId, aggregateVersion: 3 },
  },
});

/**
 * Who may write in it: it is off for all, and in the trash, from which it can be restored; an occurrence is taken out of its series. Who takes
 * part alone: they decline, and it is out of their calendar. `takesBack`: the same as was done with it last is undone.
 */
export const remove = defineCommand({
  name: 'appointment.delete',
  params: v.strictObject({ aggregateId, scope, takesBack: v.optional(v.boolean(), false) }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'OCCURRENCE_GONE', 'RESOURCE_TAKEN', 'APPOINTMENT_REPETITION_INVALID'],
  audit: 'items.deleted',
  example: { params: { aggregateId: exampleId }, result: {} },
});

const delayed = {
  params: v.strictObject({ aggregateId, scope, accepted }),
  result: written,
  errors: [...WRITE_ERRORS, ...OF_OCCURRENCES, 'SERIES_TOO_LONG', 'APPOINTMENT_REPETITION_INVALID'],
};
const delayedExample = {
  params: { aggregateId: exampleId },
  result: { aggregateId: exampleId, aggregateVersion: 3 },
};

/** Moves an appointment a day on, at the same time of the clock; one that lies before today to tomorrow. */
export const delayOneDay = defineCommand({
  name: 'appointment.delayOneDay',
  ...delayed,
  example: delayedExample,
});
/** The same by a week: to its weekday of next week where it lies before today. */
export const delayOneWeek = defineCommand({
  name: 'appointment.delayOneWeek',
  ...delayed,
  example: delayedExample,
});

/** Brings an occurrence back that was taken out of its series. */
export const restoreOccurrence = defineCommand({
  name: 'appointment.restoreOccurrence',
  params: v.strictObject({ aggregateId }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RESOURCE_TAKEN', 'APPOINTMENT_REPETITION_INVALID'],
  example: { params: { aggregateId: exampleOccurrence }, result: {} },
});

/** Says whether the person takes part. */
export const answer = defineCommand({
  name: 'appointment.answer',
  params: v.strictObject({
    aggregateId,
    state: v.picklist(PARTICIPATIONS.slice(1) as ['accepted', 'tentative', 'declined']),
    comment: v.optional(text(2000), ''),
    /** Of a series, this occurrence or all; without an occurrence in the id the next one. */
    scope: v.optional(v.picklist(['one', 'all']), 'one'),
  }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'OCCURRENCE_GONE'],
  example: { params: { aggregateId: exampleId, state: 'accepted' }, result: {} },
});

/** When the person alone is called to it; null: as the appointment says. Of a series, to each occurrence. */
export const myAlert = defineCommand({
  name: 'appointment.myAlert',
  params: v.strictObject({ aggregateId, alert: v.nullable(AlertSchema) }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'REMINDER_PAST'],
  example: { params: { aggregateId: exampleId, alert: { unit: 'minutes', value: 15 } }, result: {} },
});

/** Puts it out of the person's own views, or back. They are busy as before. */
export const hide = defineCommand({
  name: 'appointment.hide',
  params: v.strictObject({ aggregateId, isHidden: v.boolean() }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId, isHidden: true }, result: {} },
});

/** Sends the mail to an address outside once more that did not reach them. */
export const sendAgain = defineCommand({
  name: 'appointment.sendAgain',
  params: v.strictObject({ aggregateId, memberId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'OCCURRENCE_GONE'],
  example: { params: { aggregateId: exampleId, memberId: 2 }, result: {} },
});

export const commands = {
  create,
  createMinimal,
  changeTimes,
  editSingle,
  save,
  delete: remove,
  delayOneDay,
  delayOneWeek,
  restoreOccurrence,
  answer,
  myAlert,
  hide,
  sendAgain,
  ...settingCommands,
  saveBookingPage,
  removeBookingPage,
} as const;
