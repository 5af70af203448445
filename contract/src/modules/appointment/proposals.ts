import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  formatAggregateId,
  text,
} from '../../kernel/index.ts';
import { AppointmentFieldsSchema } from './fields.ts';

const exampleId = formatAggregateId({ module: 'appointment', entryId: 31, userId: 1 });

export const MAX_PROPOSAL_COMMENT = 2000;

/** Another time for an appointment, which somebody who is invited proposes. Each has one at most: the last one. */
export const ProposalSchema = v.object({
  /** Names the participant within the appointment. */
  memberId: v.number(),
  /** Null for somebody outside. */
  userId: v.nullable(v.number()),
  name: v.string(),
  address: v.string(),
  /** As those of an appointment, in `zone`. */
  startDate: v.string(),
  endDate: v.string(),
  allDay: v.boolean(),
  zone: v.nullable(v.string()),
  comment: v.string(),
  /** ISO 8601. It names the proposal: another one has another time. */
  proposedAt: v.string(),
  /** The organiser would rather not. */
  isDeclined: v.boolean(),
  /** What the organiser says with that. */
  answer: v.string(),
});
export type Proposal = v.InferOutput<typeof ProposalSchema>;

const comment = v.optional(text(MAX_PROPOSAL_COMMENT), '');

/**
 * Proposes another time to the organiser: of a series for one occurrence, without one in the id the next. Who has said nothing yet takes part provisionally by
 * that. An organiser outside is written to.
 */
export const proposeTime = defineCommand({
  name: 'appointment.proposeTime',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    startDate: AppointmentFieldsSchema.startDate,
    endDate: AppointmentFieldsSchema.endDate,
    allDay: v.optional(AppointmentFieldsSchema.allDay),
    comment,
  }),
  result: NothingSchema,
  errors: [
    'NOT_FOUND',
    'RIGHT_MISSING',
    'OCCURRENCE_GONE',
    'APPOINTMENT_TIMES_INVALID',
    'PROPOSAL_UNCHANGED',
    'PROPOSAL_NOT_SENDABLE',
  ],
  example: {
    params: {
      aggregateId: exampleId,
      startDate: '2026-12-01T14:00:00',
      endDate: '2026-12-01T15:00:00',
      comment: 'Vormittags bin ich auf der Werft.',
    },
    result: {},
  },
});

const named = {
  aggregateId: AggregateIdSchema,
  memberId: IdSchema,
  /** That of the proposal which is meant. */
  proposedAt: v.string(),
};
const NAMED = { aggregateId: exampleId, memberId: 2, proposedAt: '2026-11-28T10:00:00.000Z' };

/** Moves the appointment to a time that was proposed: all others are asked anew, and there are no proposals any more. For who may write in it. */
export const acceptProposal = defineCommand({
  name: 'appointment.acceptProposal',
  params: v.strictObject({
    ...named,
    /** It is done though it collides. */
    accepted: v.optional(v.boolean(), false),
  }),
  result: NothingSchema,
  errors: [
    'NOT_FOUND',
    'RIGHT_MISSING',
    'OCCURRENCE_GONE',
    'PROPOSAL_GONE',
    'ORGANISER_ELSEWHERE',
    'APPOINTMENT_TIMES_INVALID',
    'APPOINTMENT_COLLIDES',
    'RESOURCE_TAKEN',
    'SERIES_TOO_LONG',
    'APPOINTMENT_REPETITION_INVALID',
  ],
  example: { params: NAMED, result: {} },
});

/** Leaves the appointment where it is, and tells who has proposed another time. `isTold` false: nothing could be sent to them. */
export const declineProposal = defineCommand({
  name: 'appointment.declineProposal',
  params: v.strictObject({ ...named, comment }),
  result: v.object({ isTold: v.boolean() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'OCCURRENCE_GONE', 'PROPOSAL_GONE', 'ORGANISER_ELSEWHERE'],
  example: { params: NAMED, result: { isTold: true } },
});

export const proposalCommands = { proposeTime, acceptProposal, declineProposal } as const;
