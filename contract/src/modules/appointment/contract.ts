import { defineContract } from '../../kernel/index.ts';
import { commands } from './commands.ts';
import { events } from './events.ts';
import { feedCommands, feedQueries } from './feeds.ts';
import { calendarImportCommands, calendarImportQueries } from './importing.ts';
import { guestCommands, invitationQueries } from './invitations.ts';
import { problems } from './problems.ts';
import { proposalCommands } from './proposals.ts';
import { queries } from './queries.ts';
import { subscriptionCommands, subscriptionQueries } from './subscriptions.ts';

/** Appointments and calendars. */
export const appointmentContract = /* @__PURE__ */ defineContract({
  name: 'appointment',
  queries: { ...queries, ...feedQueries, ...calendarImportQueries, ...subscriptionQueries, ...invitationQueries },
  commands: {
    ...commands,
    ...feedCommands,
    ...calendarImportCommands,
    ...subscriptionCommands,
    ...proposalCommands,
    ...guestCommands,
  },
  events,
  problems,
});
