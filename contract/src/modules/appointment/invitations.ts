import * as v from 'valibot';
import { defineQuery, formatAggregateId, text } from '../../kernel/index.ts';
import { ProposalSchema } from './proposals.ts';

/** Named by events that say something of what a mail about an appointment brought. */
export const invitationKey = (uid: string): string => `invitation:${uid}`;

/** What calendars know of a mail about an appointment: that appointment, where the person sees it, and what the mail has brought to it. */
export const ofInvitation = defineQuery({
  name: 'appointment.ofInvitation',
  params: v.strictObject({
    uid: text(500),
    /** Which occurrence of a series, as the mail has it; empty for all. */
    recurrence: v.optional(text(100), ''),
    /** Whom the mail speaks for. */
    address: v.optional(text(320), ''),
  }),
  result: v.object({
    appointment: v.nullable(v.object({ aggregateId: v.string(), writepermission: v.boolean() })),
    /** The time that `address` proposes, while it is not declined. */
    proposal: v.nullable(ProposalSchema),
  }),
  refreshOn: ({ uid }) => [invitationKey(uid)],
  example: {
    params: { uid: 'montage@werft.example', address: 'paul.neumann@werft.example' },
    result: {
      appointment: {
        aggregateId: formatAggregateId({ module: 'appointment', entryId: 31, userId: 1 }),
        writepermission: true,
      },
      proposal: {
        memberId: 2,
        userId: null,
        name: 'Paul Neumann',
        address: 'paul.neumann@werft.example',
        startDate: '2026-12-01T14:00:00',
        endDate: '2026-12-01T15:00:00',
        allDay: false,
        zone: 'Europe/Berlin',
        comment: 'Vormittags bin ich auf der Werft.',
        proposedAt: '2026-11-28T10:00:00.000Z',
        isDeclined: false,
        answer: '',
      },
    },
  },
});

export const invitationQueries = { ofInvitation } as const;
