import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { PreparedMail } from './prepare.ts';

export const REREAD_JOB = 'mail.readAnew';

/** Failures that more time, more memory or a quieter machine may get over. */
const MAY_PASS: readonly PreparedMail['failure'][] = ['out-of-time', 'out-of-memory', 'crashed', 'not-started'];

/**
 * Enqueues another try at a mail that could not be read. All of them stand in one queue: a flood of mails that are hard to read
 * waits for itself and for nothing else. `aggregateId` is the mail as the person knows it who asked.
 */
export const enqueueRereading = (ctx: ChangeContext, mailId: number, aggregateId?: string): Promise<void> =>
  ctx.enqueue(
    REREAD_JOB,
    { mailId, ...(aggregateId === undefined ? {} : { aggregateId }) },
    { key: `${REREAD_JOB}:${ctx.instance.id}:${mailId}`, queue: REREAD_JOB },
  );

/**
 * Milliseconds before each further try. After the last of them a mail waits for the next form of the parser, or for somebody who
 * asks.
 */
const PAUSES_MS = [20 * 60_000, 2 * 3_600_000, 24 * 3_600_000] as const;

/**
 * Enqueues `job` for a mail that has failed once more, after a pause that grows with `failedTries`, the number of pauses
 * before. Returns false, and enqueues nothing, where another try would fail alike or all pauses are over.
 */
export async function enqueueFurtherTry(
  ctx: ChangeContext,
  job: string,
  mailId: number,
  failure: PreparedMail['failure'],
  failedTries: number,
): Promise<boolean> {
  const afterMs = PAUSES_MS[failedTries];
  if (afterMs === undefined || !MAY_PASS.includes(failure)) return false;
  await ctx.enqueue(
    job,
    { mailId, failedTries: failedTries + 1 },
    { key: `${job}:${ctx.instance.id}:${mailId}`, queue: job, afterMs },
  );
  return true;
}

/** Enqueues the first other try at a mail that was just listed, where that is worth it. */
export async function enqueueRereadingIfWorthwhile(
  ctx: ChangeContext,
  mailId: number,
  failure: PreparedMail['failure'],
): Promise<void> {
  if (MAY_PASS.includes(failure)) await enqueueRereading(ctx, mailId);
}
