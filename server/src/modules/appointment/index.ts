import { appointmentContract, appointmentExtras } from '@kontor/contract/appointment';
import { cleanNote } from '../../platform/html/index.ts';
import { bindContract } from '../../platform/operation/manifest.ts';
import type { ItemKindHooks, ItemModule } from '../activity/index.ts';
import { answerRoutes } from './answer-pages/index.ts';
import { arrangeJobs } from './arranging.ts';
import { bookingJobs, bookingRoutes, startBookingSweep, type BookingRouteParts } from './booking-pages/index.ts';
import { commandHandlers } from './commands.ts';
import { davRoutes, startForgetting, type DavParts } from './dav/index.ts';
import { feedCommandHandlers, feedQueryHandlers, feedRoutes, type FeedParts } from './feeds/index.ts';
import { follow } from './following.ts';
import { importCommandHandlers, importJobs, importQueryHandlers } from './importing/index.ts';
import { guestHandlers } from './inviting/guests.ts';
import { invitationQueryHandlers } from './inviting/queries.ts';
import { inviteJobs } from './inviting/inviting.ts';
import { ownMailJobs } from './inviting/own-mail.ts';
import { replyJobs } from './inviting/replying.ts';
import type { AppointmentParts } from './parts.ts';
import { proposalHandlers } from './proposing/handlers.ts';
import { queryHandlers } from './queries.ts';
import { readAppointments } from './store/appointments.ts';
import { participationsOf, writableAmong } from './store/persons.ts';
import {
  fetchJobs,
  subscriptionCommandHandlers,
  subscriptionQueryHandlers,
  type FeedPolicy,
} from './subscribing/index.ts';
import { turnJobs } from './turning.ts';

export { arrangeInbox } from './arranging.ts';
export type { InboxChoices } from './parts.ts';
export { inAppointmentAmong, nextAppointmentChange } from './store/in-appointment.ts';
export { enterAppointment, enterResource, enterSet, enterType } from './entering.ts';
export { appointmentStored } from './stored.ts';
export { takeAnswered, takeCalendarPart } from './inviting/taking.ts';

const itemKind: ItemKindHooks = {
  module: 'appointment',
  extras: (stored) => ({ ...appointmentExtras(stored) }),
  async extrasFor({ db, instance, person }, rows) {
    const ids = rows.map(({ entryId }) => entryId);
    const said = await participationsOf(db, instance.id, person.id, ids);
    return new Map([...said].map(([id, participation]) => [id, { participation }]));
  },
  mayShare: ({ db, instance }, userId, ids) => writableAmong(db, instance.id, userId, ids),
  async foundTexts({ db, instance }, ids) {
    const rows = await readAppointments(db, instance.id, ids);
    return new Map(
      rows.map((row) => [
        row.appointment_id,
        {
          people: [],
          attachments: [],
          body: [row.location, cleanNote(row.description).text].filter(Boolean).join('\n'),
        },
      ]),
    );
  },
  onChanged: follow,
};

/** What programs that show calendars are answered with, and guests. */
interface ProgramParts {
  readonly booking: Omit<BookingRouteParts, 'itemKinds' | 'inboxOf'>;
  readonly dav: Omit<DavParts, 'itemKinds' | 'inboxOf'>;
  readonly feeds: FeedParts;
  /** Where feeds of others may be. */
  readonly feedPolicy: FeedPolicy;
}

/** Time that people have together: calendars, appointments, series. */
export const appointmentModule = (parts: AppointmentParts & ProgramParts): ItemModule => {
  const { itemKinds, inboxOf } = parts;
  const booking = { ...parts.booking, itemKinds, inboxOf };
  return {
    ...bindContract(appointmentContract, {
      queries: {
        ...queryHandlers({ ...parts, ...booking }),
        ...feedQueryHandlers,
        ...importQueryHandlers,
        ...subscriptionQueryHandlers,
        ...invitationQueryHandlers,
      },
      commands: {
        ...commandHandlers(parts),
        ...feedCommandHandlers,
        ...importCommandHandlers,
        ...subscriptionCommandHandlers,
        ...proposalHandlers(parts),
        ...guestHandlers(parts),
      },
    }),
    jobs: {
      ...turnJobs(parts),
      ...arrangeJobs(parts),
      ...replyJobs(parts),
      ...inviteJobs({ ...parts, guests: parts.booking }),
      ...ownMailJobs(parts.booking),
      ...bookingJobs(booking),
      ...importJobs,
      ...fetchJobs(parts.feedPolicy),
    },
    routes: (http) => {
      davRoutes(http, { ...parts.dav, itemKinds, inboxOf });
      feedRoutes(http, parts.feeds);
      bookingRoutes(http, booking);
      answerRoutes(http, booking);
    },
    services: [async (platform) => startForgetting(platform, parts.dav.instances), startBookingSweep],
    itemKinds: [itemKind],
  };
};
