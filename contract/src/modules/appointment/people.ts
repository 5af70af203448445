import * as v from 'valibot';
import { IdSchema, text } from '../../kernel/index.ts';

export const MAX_PARTICIPANTS = 500;
const MAX_ADDRESS = 320;
const MAX_NAME = 200;

/** What somebody has said to an appointment. */
export const PARTICIPATIONS = ['none', 'accepted', 'tentative', 'declined'] as const;
export type Participation = (typeof PARTICIPATIONS)[number];
export const ParticipationSchema = v.picklist(PARTICIPATIONS);

export const PARTICIPANT_ROLES = ['required', 'optional'] as const;

/** Flags of a participant that are texts on the wire. */
const FlagTextSchema = v.picklist(['true', 'false']);
export type FlagText = v.InferOutput<typeof FlagTextSchema>;
/** The text of a flag. */
export const flagText = (flag: boolean): FlagText => (flag ? 'true' : 'false');

/** The same as it is written: as that text, or as it is. */
const FlagInputSchema = v.pipe(
  v.union([FlagTextSchema, v.boolean()]),
  v.transform((flag) => flag === true || flag === 'true'),
);

/** Why a mail to a participant outside did not reach them. */
export const MAIL_FAULTS = ['senderMissing', 'addressInvalid', 'refused', 'bounced', 'unknown', 'called back'] as const;
const MailFaultSchema = v.object({
  reason: v.picklist(MAIL_FAULTS),
  /** What the mail server has said; empty where none was asked. */
  answer: v.string(),
});

/** Who takes part: a person of the instance, a resource, or an address outside. */
export const ParticipantSchema = v.object({
  /** Null for a resource and for an address outside. */
  userId: v.nullable(v.number()),
  /** Null for people. A resource takes part (`accept`) for as long as it is there. */
  resourceId: v.nullable(v.number()),
  /** Names them within the appointment. */
  memberId: v.number(),
  /** They take part: by the organiser's word, or by their own. */
  accept: FlagTextSchema,
  /** False: taken out, and kept so that they can hear that it is off for them. */
  active: FlagTextSchema,
  /** The alert of the appointment is theirs, too. */
  alert: FlagTextSchema,
  /** They may write in it. */
  write: FlagTextSchema,
  /** They have said themselves that they take part. */
  confirmed: v.boolean(),
  /** They have put it out of their own views. They are busy as before. */
  hidden: v.boolean(),
  name: v.string(),
  /** Empty but for an address outside. */
  address: v.string(),
  role: v.picklist(PARTICIPANT_ROLES),
  state: ParticipationSchema,
  /** What they have said with it. */
  comment: v.string(),
  /** ISO 8601; null where they have said nothing. */
  answeredAt: v.nullable(v.string()),
  /** How the last mail to an address outside stands that says what they have to know; null where there was none. */
  mailState: v.nullable(v.picklist(['waiting', 'sent', 'failed'])),
  /** Null where none has failed. */
  mailFault: v.nullable(MailFaultSchema),
});
export type Participant = v.InferOutput<typeof ParticipantSchema>;

/** The same as they are written: by `userId`, by `resourceId`, or by `address`. What only they themselves say (`confirmed`, `hidden`, `state`) is left out. */
export const ParticipantInputSchema = v.pipe(
  v.object({
    userId: v.optional(v.nullable(IdSchema), null),
    resourceId: v.optional(v.nullable(IdSchema), null),
    address: v.optional(v.pipe(text(MAX_ADDRESS), v.trim()), ''),
    name: v.optional(v.pipe(text(MAX_NAME), v.trim()), ''),
    role: v.optional(v.picklist(PARTICIPANT_ROLES), 'required'),
    /** Left out: the organiser's word is enough, unless the appointment needs to be confirmed. */
    accept: v.optional(FlagInputSchema),
    active: v.optional(FlagInputSchema, true),
    alert: v.optional(FlagInputSchema, true),
    write: v.optional(FlagInputSchema, false),
  }),
  v.check(({ userId, resourceId, address }) => {
    const isOutside = userId === null && resourceId === null;
    return isOutside === /^[^\s@]+@[^\s@]+$/.test(address) && (userId === null || resourceId === null);
  }, 'PARTICIPANT_UNKNOWN'),
);
export type ParticipantInput = v.InferOutput<typeof ParticipantInputSchema>;

/** Participants as they are written; a person may come by the number alone. */
export const ParticipantsInputSchema = v.pipe(
  v.array(
    v.union([
      v.pipe(
        IdSchema,
        v.transform((userId) => v.parse(ParticipantInputSchema, { userId })),
      ),
      ParticipantInputSchema,
    ]),
  ),
  v.maxLength(MAX_PARTICIPANTS),
);
