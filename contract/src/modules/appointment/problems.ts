/**
 * APPOINTMENT_COLLIDES: `data` is `CollisionsSchema`; sent again with `accepted: true` it is done. REPETITION_FORBIDDEN: its type does not repeat.
 * REMINDER_PAST: the alert was set now and does not lie between now and the beginning. SERIES_TOO_LONG: `data.max` are the most occurrences.
 * ORGANISER_ELSEWHERE: its times are those of an organiser outside. OCCURRENCE_GONE: the series has no such occurrence, or none to come.
 * TYPE_GONE: there is no such type any more. APPOINTMENT_CONFLICT: another edit came first; `data` is what stands there now: the fields of
 * `appointment.save` with `aggregateVersion`. APPOINTMENT_TIMES_INVALID: it ends before it begins, or takes too long. APPOINTMENT_REPETITION_INVALID:
 * it never occurs, ends before it begins or says neither when, or (restoring) does not repeat. TOO_MANY_APPOINTMENT_TYPES, TOO_MANY_RESOURCES,
 * TOO_MANY_CALENDAR_SETS: `data.max` are the most. RESOURCE_TAKEN: a resource that cannot be taken twice is; `data` is `CollisionsSchema`, and nothing
 * was done, accepted or not. TOO_MANY_BOOKING_PAGES: `data.max` are the most. BOOKING_NAME_TAKEN: another booking page has this name in its address.
 * CALENDAR_IMPORT_MISSING: the file was not uploaded, or is somebody else's. CALENDAR_IMPORT_STATE: `data.state` is the one that it is in.
 * CALENDAR_IMPORT_TOO_LARGE: `data` is `{ what: 'bytes' | 'events', max }`. CALENDAR_IMPORT_UNREADABLE: no calendar is in it; what ends an import alone.
 * CALENDAR_ADDRESS_INVALID: none that a feed could be at. TOO_MANY_CALENDAR_SUBSCRIPTIONS: `data.max` are the most.
 * PROPOSAL_GONE: there is no such proposal any more, or another one by now. PROPOSAL_UNCHANGED: the appointment is at that time already.
 * PROPOSAL_NOT_SENDABLE: its organiser is outside, and the person has no mailbox of the invited address that can send, or was not invited by mail.
 * GUEST_REPLY_GONE: nobody of that address has answered without being invited, or they are by now. TOO_MANY_PARTICIPANTS: `data.max` are the most.
 */
export const problems = {
  APPOINTMENT_COLLIDES: 409,
  REPETITION_FORBIDDEN: 422,
  REMINDER_PAST: 422,
  SERIES_TOO_LONG: 422,
  ORGANISER_ELSEWHERE: 409,
  OCCURRENCE_GONE: 410,
  TYPE_GONE: 409,
  APPOINTMENT_CONFLICT: 409,
  APPOINTMENT_TIMES_INVALID: 422,
  APPOINTMENT_REPETITION_INVALID: 422,
  TOO_MANY_APPOINTMENT_TYPES: 422,
  RESOURCE_TAKEN: 409,
  TOO_MANY_RESOURCES: 422,
  TOO_MANY_CALENDAR_SETS: 422,
  TOO_MANY_BOOKING_PAGES: 422,
  BOOKING_NAME_TAKEN: 409,
  CALENDAR_IMPORT_MISSING: 422,
  CALENDAR_IMPORT_STATE: 409,
  CALENDAR_IMPORT_TOO_LARGE: 422,
  CALENDAR_IMPORT_UNREADABLE: 422,
  CALENDAR_ADDRESS_INVALID: 422,
  TOO_MANY_CALENDAR_SUBSCRIPTIONS: 422,
  PROPOSAL_GONE: 410,
  PROPOSAL_UNCHANGED: 422,
  PROPOSAL_NOT_SENDABLE: 422,
  GUEST_REPLY_GONE: 410,
  TOO_MANY_PARTICIPANTS: 422,
} as const;
