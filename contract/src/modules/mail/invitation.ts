import * as v from 'valibot';
import {
  AggregateIdSchema,
  DaySchema,
  IdSchema,
  InstantSchema,
  defineCommand,
  formatAggregateId,
  text,
} from '../../kernel/index.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });

export const INVITATION_ANSWERS = ['accepted', 'tentative', 'declined'] as const;
const somebody = { address: v.string(), name: v.string() };

/** An appointment that a mail brings. */
export const InvitationSchema = v.object({
  uid: v.string(),
  /** Which occurrence of one that repeats; empty for all. */
  recurrence: v.string(),
  sequence: v.number(),
  method: v.picklist(['REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'DECLINECOUNTER', 'PUBLISH', 'OTHER']),
  title: v.string(),
  description: v.string(),
  location: v.string(),
  /** ISO instants, or days where it lasts all day. */
  startDate: v.string(),
  endDate: v.nullable(v.string()),
  allDay: v.boolean(),
  timeZone: v.string(),
  /** False where the mail names a zone that nobody knows; then the times are the instance's. */
  isZoneKnown: v.boolean(),
  /** RRULE as it came; null where it does not repeat. */
  repeats: v.nullable(v.string()),
  organiser: v.object(somebody),
  participants: v.array(
    v.object({
      ...somebody,
      state: v.picklist(['needsAction', ...INVITATION_ANSWERS, 'delegated']),
      isOptional: v.boolean(),
    }),
  ),
  /** Address of the person's mailboxes that is invited; null where none is. */
  me: v.nullable(v.string()),
  answer: v.nullable(v.object({ answer: v.picklist(INVITATION_ANSWERS), at: v.number(), by: v.string() })),
  /** A later mail changed it. */
  isOutdated: v.boolean(),
  isCancelled: v.boolean(),
  /** False where somebody else than the organiser sent it. */
  isOrganiserSender: v.boolean(),
  /** It answers to an appointment of ours, and is from somebody who is not invited. */
  isUninvited: v.boolean(),
});
export type Invitation = v.InferOutput<typeof InvitationSchema>;

/** Answers an invitation by mail to its organiser; the last answer counts. */
export const answerInvitation = defineCommand({
  name: 'mail.answerInvitation',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    answer: v.picklist(INVITATION_ANSWERS),
    comment: v.optional(text(2000), ''),
  }),
  result: v.object({ outgoingId: IdSchema }),
  errors: [
    'NOT_FOUND',
    'RIGHT_MISSING',
    'INVITATION_OUTDATED',
    'INVITATION_CANCELLED',
    'INVITATION_NOT_FOR_YOU',
    'MAIL_SENDER_MISSING',
  ],
  example: { params: { aggregateId: exampleId, answer: 'accepted' }, result: { outgoingId: 5 } },
});

const time = v.union([DaySchema, InstantSchema]);

/** Proposes another time to who invites, by mail. Who has not answered yet takes part provisionally by that. */
export const proposeTime = defineCommand({
  name: 'mail.proposeTime',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    /** An ISO instant in universal time, or a day where it is to last all day. */
    startDate: time,
    /** The same; a day belongs to it. */
    endDate: time,
    comment: v.optional(text(2000), ''),
  }),
  result: v.object({ outgoingId: IdSchema }),
  errors: [...answerInvitation.errors, 'INVITATION_TIMES_INVALID'],
  example: {
    params: {
      aggregateId: exampleId,
      startDate: '2026-12-01T13:00:00.000Z',
      endDate: '2026-12-01T14:00:00.000Z',
      comment: 'Vormittags bin ich auf der Werft.',
    },
    result: { outgoingId: 5 },
  },
});

/** How a mail that went to many can be had no more. */
export const UnsubscribeSchema = v.object({
  way: v.picklist(['oneClick', 'mail', 'link']),
  /** Whom it is asked of: a host, or the domain of an address. */
  host: v.string(),
  state: v.nullable(v.picklist(['asked', 'done', 'failed'])),
  at: v.nullable(v.number()),
});

/**
 * Asks a sender for no more such mails, as the mail offers it. Where it takes a page of theirs, `url` is that page, for the person to
 * open. What came of a request is told by an event of the item.
 */
export const unsubscribe = defineCommand({
  name: 'mail.unsubscribe',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: v.object({ way: v.picklist(['oneClick', 'mail', 'link']), url: v.nullable(v.string()) }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'UNSUBSCRIBE_NOT_OFFERED'],
  example: { params: { aggregateId: exampleId }, result: { way: 'oneClick', url: null } },
});

export const invitationCommands = { answerInvitation, proposeTime, unsubscribe } as const;
export const invitationProblems = {
  INVITATION_OUTDATED: 409,
  INVITATION_CANCELLED: 409,
  INVITATION_NOT_FOR_YOU: 422,
  INVITATION_TIMES_INVALID: 422,
  UNSUBSCRIBE_NOT_OFFERED: 422,
} as const;
