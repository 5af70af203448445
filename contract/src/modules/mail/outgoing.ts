import * as v from 'valibot';
import { MAIL_SERVER_FAULTS } from './entities.ts';
import { ReceiverStateSchema } from './written.ts';

/** What became of a mail of ours, as lists and details show it: the worst of what its receivers say. */
export const SMTP_LOG_TYPES = [
  'waiting',
  'sending',
  'retrying',
  'sent',
  'partly',
  'refused',
  'unknown',
  'delayed',
  'bounced',
  'delivered',
] as const;

export const OUTGOING_STATES = [
  'waiting',
  'queued',
  'sending',
  'retrying',
  'sent',
  'partly',
  'refused',
  /** The connection broke after everything was said and before the server's answer: nobody knows. It is never sent again by itself. */
  'unknown',
  'cancelled',
] as const;

export const SEND_FAULTS = [
  ...MAIL_SERVER_FAULTS,
  'NO_SERVER',
  'SENDER_REFUSED',
  /** An address has letters beyond ASCII before its @, which the server does not take (RFC 6531). */
  'SMTPUTF8_NOT_OFFERED',
  'RECEIVERS_REFUSED',
  'CONTENT_REFUSED',
  'SIZE_REFUSED',
  'TRIED_TOO_LONG',
  'ANSWER_LOST',
] as const;

/** A mail on its way out. */
export const OutgoingSchema = v.object({
  outgoingId: v.number(),
  /** Its item in the lists; null until its time has come. */
  aggregateId: v.nullable(v.string()),
  subject: v.string(),
  senderAccountId: v.number(),
  senderAddress: v.string(),
  /** Who sent it. */
  byName: v.string(),
  isMine: v.boolean(),
  state: v.picklist(OUTGOING_STATES),
  receivers: v.array(
    v.object({ receiver: v.string(), receiverRealName: v.string(), state: ReceiverStateSchema, answer: v.string() }),
  ),
  /** ISO instants: when it is handed over, since when it stands as it stands, and when it is tried again. */
  sendAt: v.string(),
  since: v.string(),
  nextTryAt: v.nullable(v.string()),
  attempts: v.number(),
  /** The mail server's last words; may be empty. */
  answer: v.string(),
  fault: v.nullable(v.picklist(SEND_FAULTS)),
  isCancellable: v.boolean(),
  hasAttachments: v.boolean(),
  /** Bytes as they are sent; null before they are made. */
  size: v.nullable(v.number()),
});
export type Outgoing = v.InferOutput<typeof OutgoingSchema>;
