import * as v from 'valibot';
import { NothingSchema, defineCommand, defineQuery, formatAggregateId, text } from '../../kernel/index.ts';

/** Work that was tried as often as it may be, and is kept until an administrator says what becomes of it. */
export const FailedJobSchema = v.object({
  jobId: v.string(),
  /** Kind of work, such as `mail.file`. */
  task: v.string(),
  /** The item it was about, where it was about one that is in the lists. */
  aggregateId: v.nullable(v.string()),
  /** What went wrong the last time. */
  error: v.string(),
  attempts: v.number(),
  /** ISO instant. */
  failedAt: v.string(),
});
export type FailedJob = v.InferOutput<typeof FailedJobSchema>;

const jobIds = v.strictObject({
  jobIds: v.pipe(v.array(v.pipe(text(20), v.regex(/^\d{1,19}$/))), v.minLength(1), v.maxLength(1000)),
});

/** The work of the instance that was given up, the newest first, at most 1,000. For administrators. */
export const failedJobs = defineQuery({
  name: 'account.failedJobs',
  params: NothingSchema,
  result: v.array(FailedJobSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['failedJobs'],
  example: {
    params: {},
    result: [
      {
        jobId: '812',
        task: 'mail.readAnew',
        aggregateId: formatAggregateId({ module: 'email', entryId: 17, userId: 1 }),
        error: 'ENOSPC: no space left on device',
        attempts: 10,
        failedAt: '2026-11-20T08:00:00.000Z',
      },
    ],
  },
});

/** Tries given-up work again, from the beginning. What is not given up, or not this instance's, is left out. For administrators. */
export const retryFailedJobs = defineCommand({
  name: 'account.retryFailedJobs',
  params: jobIds,
  result: v.object({ count: v.number() }),
  errors: ['RIGHT_MISSING'],
  audit: 'jobs.changed',
  example: { params: { jobIds: ['812'] }, result: { count: 1 } },
});

/** Forgets given-up work. For administrators. */
export const discardFailedJobs = defineCommand({
  name: 'account.discardFailedJobs',
  params: jobIds,
  result: v.object({ count: v.number() }),
  errors: ['RIGHT_MISSING'],
  audit: 'jobs.changed',
  example: { params: { jobIds: ['812'] }, result: { count: 1 } },
});

export const jobQueries = { failedJobs } as const;
export const commands = { retryFailedJobs, discardFailedJobs } as const;
