import * as v from 'valibot';
import { AggregateIdSchema, defineCommand, defineQuery, formatAggregateId, itemKey } from '../../kernel/index.ts';
import { DirectionSchema, StatusSchema } from '../activity/index.ts';
import { SMTP_LOG_TYPES } from './outgoing.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const byId = v.strictObject({ aggregateId: AggregateIdSchema });
const ThreadIdSchema = v.object({ threadId: v.number() });

/** Most mails of a thread that are answered. */
export const MAX_THREAD = 1000;

/** One mail of a thread, as a line. */
export const ThreadMailSchema = v.object({
  aggregateId: v.string(),
  direction: DirectionSchema,
  senderRealName: v.string(),
  senderAddress: v.string(),
  /** Names of the receivers, as lists show them. */
  receivers: v.string(),
  timestamp: v.number(),
  preview: v.string(),
  hasAttachments: v.boolean(),
  status: StatusSchema,
  trashed: v.boolean(),
  smtpLogType: v.nullable(v.picklist(SMTP_LOG_TYPES)),
  claimedBy: v.nullable(v.string()),
  comments: v.number(),
});

/** The mails of the thread that a mail belongs to, the oldest first: those that the person sees, without spam. */
export const thread = defineQuery({
  name: 'mail.thread',
  params: byId,
  result: v.object({
    threadId: v.number(),
    /** Why the mail is in it: its header says so, its subject suggests it, or somebody put it there. */
    by: v.picklist(['references', 'subject', 'hand']),
    mails: v.array(ThreadMailSchema),
    totalCount: v.number(),
  }),
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), `thread:${aggregateId.entryId}`],
  example: {
    params: { aggregateId: exampleId },
    result: {
      threadId: 17,
      by: 'references',
      totalCount: 1,
      mails: [
        {
          aggregateId: exampleId,
          direction: 'incoming',
          senderRealName: 'Paul Neumann',
          senderAddress: 'paul.neumann@werft.example',
          receivers: 'info@nordwerk.example',
          timestamp: 1_795_219_200,
          preview: 'Guten Tag,',
          hasAttachments: true,
          status: 1,
          trashed: false,
          smtpLogType: null,
          claimedBy: null,
          comments: 0,
        },
      ],
    },
  },
});

/** Makes a thread of its own of a mail and what answers it. */
export const splitThread = defineCommand({
  name: 'mail.splitThread',
  params: byId,
  result: ThreadIdSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId }, result: { threadId: 17 } },
});

/** Makes one thread of those that the mails belong to. */
export const mergeThreads = defineCommand({
  name: 'mail.mergeThreads',
  params: v.strictObject({
    aggregateIds: v.pipe(
      v.array(AggregateIdSchema),
      v.minLength(2),
      v.maxLength(100),
      v.check((ids) => new Set(ids.map(itemKey)).size === ids.length, 'SAME_TWICE'),
    ),
  }),
  result: ThreadIdSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: {
    params: { aggregateIds: [exampleId, formatAggregateId({ module: 'email', entryId: 18, userId: 1 })] },
    result: { threadId: 17 },
  },
});

/** Puts a mail back to where its header says that it belongs. */
export const resetThread = defineCommand({
  name: 'mail.resetThread',
  params: byId,
  result: ThreadIdSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId }, result: { threadId: 17 } },
});

export const threadQueries = { thread } as const;
export const threadCommands = { splitThread, mergeThreads, resetThread } as const;
