export {
  BOOKING_PAGES_KEY,
  BOOKING_SLUG,
  MAX_BOOKING_DAYS,
  MAX_BOOKING_MINUTES,
  MIN_BOOKING_MINUTES,
  MAX_BOOKING_PAGES,
  MAX_BOOKING_TEXT,
  MAX_DURATIONS,
  areRightHours,
  type BookingHours,
  type BookingPage,
} from './booking.ts';
export * from './entities.ts';
export * from './extras.ts';
export * from './fields.ts';
export {
  CALENDAR_FEED_KEY,
  FEED_LEVELS,
  feedCommands,
  feedQueries,
  type CalendarFeed,
  type FeedLevel,
} from './feeds.ts';
export {
  CALENDAR_IMPORTS_KEY,
  CALENDAR_IMPORT_DAYS,
  CALENDAR_IMPORT_LIMITS,
  MAX_IMPORT_FAULTS,
  MAX_IMPORT_SHOWN,
  calendarImportCommands,
  calendarImportQueries,
  type CalendarImport,
  type CalendarImportFault,
  type CalendarImportOutcome,
  type CalendarImportProblem,
  type CalendarImportRow,
  type CalendarImportState,
} from './importing.ts';
export { guestCommands, invitationKey, invitationQueries, type NearbyAppointment } from './invitations.ts';
export * from './levels.ts';
export * from './people.ts';
export { MAX_PROPOSAL_COMMENT, ProposalSchema, proposalCommands, type Proposal } from './proposals.ts';
export * from './repetition.ts';
export * from './resources.ts';
export * from './sets.ts';
export * from './spans.ts';
export {
  CALENDAR_SUBSCRIPTIONS_KEY,
  MAX_SUBSCRIPTIONS,
  subscriptionCommands,
  subscriptionQueries,
  type CalendarSubscription,
  type SubscriptionProblem,
} from './subscriptions.ts';
export * from './times.ts';
export * from './types.ts';
export { FoundTimeSchema, MAX_FIND_DAYS, MAX_FOUND_TIMES, type FoundTime, type Unsuited } from './finding.ts';
export { queries as appointmentQueries } from './queries.ts';
export { commands as appointmentCommands } from './commands.ts';
export { settingCommands as calendarSettingCommands } from './setting-commands.ts';
export { events as appointmentEvents } from './events.ts';
export { appointmentContract } from './contract.ts';
