import * as v from 'valibot';
import { defineEvent, eventPayload } from '../../kernel/index.ts';

/** Appointments in calendars that the person reads are others than before. */
export const appointmentChanged = defineEvent('appointment.changed', v.object(eventPayload));

/** Calendars of which the person sees no more than when they are taken are taken otherwise, in weeks by the days of their Mondays. Nothing else is said. */
export const spansChanged = defineEvent(
  'appointment.spans',
  v.object({ ...eventPayload, calendars: v.array(v.number()), weeks: v.array(v.string()) }),
);

/** The types of appointments are others than before. */
export const typesChanged = defineEvent('appointment.typesChanged', v.object(eventPayload));

/** What the person may see of calendars is another than before. */
export const rightsChanged = defineEvent('appointment.rightsChanged', v.object(eventPayload));

/** Resources are others than before. */
export const resourcesChanged = defineEvent('appointment.resourcesChanged', v.object(eventPayload));

/** Sets of calendars are others than before. */
export const setsChanged = defineEvent('appointment.setsChanged', v.object(eventPayload));

/** Booking pages that the person may change are others than before. */
export const bookingPagesChanged = defineEvent('appointment.bookingPagesChanged', v.object(eventPayload));

export const events = {
  appointmentChanged,
  spansChanged,
  typesChanged,
  rightsChanged,
  resourcesChanged,
  setsChanged,
  bookingPagesChanged,
} as const;
