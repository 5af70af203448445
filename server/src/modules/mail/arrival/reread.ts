import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { PreparedMail } from './prepare.ts';

export const REREAD_JOB = 'mail.readAnew';

/** Failures that more time, more memory or a quieter machine may get over. */
const MAY_PASS: readonly PreparedMail['failure'][] = ['out-of-time', 'out-of-memory', 'crashed'];

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

/** The same for one that was just listed, where that is worth it. */
export async function enqueueRereadingIfWorthwhile(
  ctx: ChangeContext,
  mailId: number,
  failure: PreparedMail['failure'],
): Promise<void> {
  if (MAY_PASS.includes(failure)) await enqueueRereading(ctx, mailId);
}
