import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, takingAnswer } from '../../kernel/index.ts';
import { CalendarRightSchema, MAX_CALENDAR_RIGHTS } from './levels.ts';
import { ResourceSchema, resourceFields } from './resources.ts';
import { CalendarSetSchema, calendarSetFields } from './sets.ts';
import { AppointmentTypeSchema, MAX_APPOINTMENT_TYPES, appointmentTypeFields } from './types.ts';

const ids = v.pipe(v.array(IdSchema), v.maxLength(MAX_APPOINTMENT_TYPES));

/** Makes a type of appointment (`id` null), or writes one. For administrators, as what follows. */
export const saveType = defineCommand({
  name: 'appointment.saveType',
  params: takingAnswer({ id: v.optional(v.nullable(IdSchema), null), ...appointmentTypeFields }, AppointmentTypeSchema),
  result: v.object({ id: v.number() }),
  errors: ['RIGHT_MISSING', 'NOT_FOUND', 'TOO_MANY_APPOINTMENT_TYPES'],
  example: {
    params: { title: 'Montage', colour: '#2f6f4f', alert: { unit: 'hours', value: 1 } },
    result: { id: 3 },
  },
});

/** Takes a type away. Appointments of it stay as they are, of none. */
export const removeType = defineCommand({
  name: 'appointment.removeType',
  params: v.strictObject({ id: IdSchema }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { id: 3 }, result: {} },
});

/** Puts the types in an order; those that are not named come after them, as before. */
export const orderTypes = defineCommand({
  name: 'appointment.orderTypes',
  params: v.strictObject({ ids }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING'],
  example: { params: { ids: [3] }, result: {} },
});

/** Says who may do what with a calendar, all at once; left out, the person's own. For its person, and who manages it. */
export const saveRights = defineCommand({
  name: 'appointment.saveRights',
  params: v.strictObject({
    calendarId: v.optional(v.nullable(IdSchema), null),
    rights: v.pipe(v.array(CalendarRightSchema), v.maxLength(MAX_CALENDAR_RIGHTS)),
  }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { rights: [{ userId: 2, level: 'write' }] }, result: {} },
});

/**
 * Makes a resource (`id` null), or writes one. For administrators, as what follows. Where it cannot be taken twice from now on and is, RESOURCE_TAKEN
 * says by what.
 */
export const saveResource = defineCommand({
  name: 'appointment.saveResource',
  params: takingAnswer({ id: v.optional(v.nullable(IdSchema), null), ...resourceFields }, ResourceSchema),
  result: v.object({ id: v.number() }),
  errors: ['RIGHT_MISSING', 'NOT_FOUND', 'TOO_MANY_RESOURCES', 'RESOURCE_TAKEN'],
  example: { params: { name: 'Besprechung 1', kind: 'room', capacity: 8 }, result: { id: 4 } },
});

/** Takes a resource away. Appointments that have it keep its name among those who took part, and it is free from now on; their organisers are told. */
export const removeResource = defineCommand({
  name: 'appointment.removeResource',
  params: v.strictObject({ id: IdSchema }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { id: 4 }, result: {} },
});

/** Makes a set of calendars (`id` null), or writes one of the person's own. */
export const saveSet = defineCommand({
  name: 'appointment.saveSet',
  params: takingAnswer({ id: v.optional(v.nullable(IdSchema), null), ...calendarSetFields }, CalendarSetSchema),
  result: v.object({ id: v.number() }),
  errors: ['RIGHT_MISSING', 'NOT_FOUND', 'TOO_MANY_CALENDAR_SETS'],
  example: { params: { name: 'Montage', calendars: [1, 2], isShared: true }, result: { id: 2 } },
});

/** Takes a set of the person's own away; administrators take those that are shared. */
export const removeSet = defineCommand({
  name: 'appointment.removeSet',
  params: v.strictObject({ id: IdSchema }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { id: 2 }, result: {} },
});

export const settingCommands = {
  saveType,
  removeType,
  orderTypes,
  saveRights,
  saveResource,
  removeResource,
  saveSet,
  removeSet,
} as const;
