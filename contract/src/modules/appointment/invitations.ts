import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  InstantSchema,
  NothingSchema,
  TimeZoneSchema,
  defineCommand,
  defineQuery,
  formatAggregateId,
  text,
} from '../../kernel/index.ts';
import { calendarKey } from './levels.ts';
import { PARTICIPATIONS } from './people.ts';
import { ProposalSchema } from './proposals.ts';
import { SPAN_KINDS } from './spans.ts';

const exampleId = formatAggregateId({ module: 'appointment', entryId: 31, userId: 1 });

/** Named by events that say something of what a mail about an appointment brought. */
export const invitationKey = (uid: string): string => `invitation:${uid}`;

/** Something in a calendar that is at the same time as something else, or beside it. */
const NearbySchema = v.object({
  /** Null where the person sees no more than that the time is taken. */
  aggregateId: v.nullable(v.string()),
  title: v.nullable(v.string()),
  /** ISO 8601 instants; of what has no hours days, the last of which belongs to it. */
  start: v.string(),
  end: v.string(),
  /** How the calendar is taken by it. */
  kind: v.picklist(SPAN_KINDS),
  /** It is at the same time. */
  collides: v.boolean(),
});
export type NearbyAppointment = v.InferOutput<typeof NearbySchema>;

/** What calendars know of a mail about an appointment: that appointment, where the person sees it, and what the mail has brought to it. */
export const ofInvitation = defineQuery({
  name: 'appointment.ofInvitation',
  params: v.strictObject({
    uid: text(500),
    /** Which occurrence of a series, as the mail has it; empty for all. */
    recurrence: v.optional(text(100), ''),
    /** Whom the mail speaks for. */
    address: v.optional(text(320), ''),
    /** A calendar, and a time for which is answered what else is there; null for nothing. `zone`: in which days are cut; null is that of the instance. */
    time: v.optional(
      v.nullable(
        v.strictObject({
          calendarId: IdSchema,
          from: InstantSchema,
          to: InstantSchema,
          zone: v.optional(v.nullable(TimeZoneSchema), null),
        }),
      ),
      null,
    ),
  }),
  errors: ['APPOINTMENT_TIMES_INVALID'],
  result: v.object({
    appointment: v.nullable(v.object({ aggregateId: v.string(), writepermission: v.boolean() })),
    /** The time that `address` proposes, while it is not declined. */
    proposal: v.nullable(ProposalSchema),
    /** What `address` has said without being invited: somebody has handed the invitation on. Null where they are invited by now. */
    guest: v.nullable(
      v.object({
        address: v.string(),
        name: v.string(),
        state: v.picklist(PARTICIPATIONS.slice(1) as ['accepted', 'tentative', 'declined']),
        comment: v.string(),
      }),
    ),
    /** What else is in the calendar at that time, and what comes last before it and first after it on the same days, in their order. What the mail is about is not among it. */
    nearby: v.array(NearbySchema),
  }),
  refreshOn: ({ uid, time }) => [invitationKey(uid), ...(time === null ? [] : [calendarKey(time.calendarId)])],
  example: {
    params: { uid: 'montage@werft.example', address: 'paul.neumann@werft.example' },
    result: {
      appointment: {
        aggregateId: exampleId,
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
      guest: null,
      nearby: [],
    },
  },
});

/** Has somebody take part who has answered by mail without being invited, with that answer. For who may write in it. */
export const addGuest = defineCommand({
  name: 'appointment.addGuest',
  params: v.strictObject({ aggregateId: AggregateIdSchema, address: text(320) }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'OCCURRENCE_GONE', 'GUEST_REPLY_GONE', 'TOO_MANY_PARTICIPANTS'],
  example: { params: { aggregateId: exampleId, address: 'eva@werft.example' }, result: {} },
});

export const invitationQueries = { ofInvitation } as const;
export const guestCommands = { addGuest } as const;
