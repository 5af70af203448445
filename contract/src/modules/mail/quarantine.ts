import * as v from 'valibot';
import { AggregateIdSchema, NothingSchema, defineCommand, defineQuery, formatAggregateId } from '../../kernel/index.ts';
import { listKey } from '../activity/index.ts';
import { UnreadableReasonSchema } from './entities.ts';

/** A mail that is kept whole although it could not be read, or not all of it. */
export const UnreadableMailSchema = v.object({
  aggregateId: v.string(),
  subject: v.string(),
  senderAddress: v.string(),
  /** Bytes as it came. */
  size: v.number(),
  reason: UnreadableReasonSchema,
  /** Seconds since 1970. */
  timestamp: v.number(),
  /** Address of the mailbox it came to. */
  mailbox: v.string(),
});
export type UnreadableMail = v.InferOutput<typeof UnreadableMailSchema>;

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });

/** The mails of the person's boxes that could not be read, the newest first, at most 500. */
export const quarantine = defineQuery({
  name: 'mail.quarantine',
  cost: 'heavy',
  params: NothingSchema,
  result: v.array(UnreadableMailSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [listKey('email')],
  example: {
    params: {},
    result: [
      {
        aggregateId: exampleId,
        subject: '(nicht lesbar)',
        senderAddress: 'paul.neumann@werft.example',
        size: 18_231,
        reason: 'out-of-time',
        timestamp: 1_795_219_200,
        mailbox: 'info@nordwerk.example',
      },
    ],
  },
});

/** Reads mails anew from the bytes that are kept. What becomes of it is told by events; those that the person does not see are left out. */
export const retryUnreadable = defineCommand({
  name: 'mail.retryUnreadable',
  params: v.strictObject({ aggregateIds: v.pipe(v.array(AggregateIdSchema), v.minLength(1), v.maxLength(100)) }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateIds: [exampleId] }, result: {} },
});

export const quarantineQueries = { quarantine } as const;
export const quarantineCommands = { retryUnreadable } as const;
