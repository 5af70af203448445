import { formatAggregateId } from '@kontor/contract/kernel';
import type { mailCommands, mailQueries } from '@kontor/contract/mail';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { MailParser } from '../../../platform/mailparse/index.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { lockItems, rewriteItem } from '../../activity/index.ts';
import { tellLateAnswer, type OnAnswers } from './answers.ts';
import { contentKeyOf } from './list.ts';
import { factsOf, fieldsOf, itemOf, prepareMail, TryAgainError, warningsOf, type PreparedMail } from './prepare.ts';
import { REREAD_JOB, enqueueFurtherTry, enqueueRereading } from './reread.ts';
import { unreadableReason } from '../rules.ts';
import { retryBroken } from '../store/broken.ts';
import { renameContent } from '../store/forms.ts';
import { findUnreadable, rewriteMail, seesAll, unreadableAmong, unreadableMails } from '../store/quarantine.ts';
import { threadAnew } from '../threads/threading.ts';

export const unreadableQueryHandlers: Pick<QueryHandlers<typeof mailQueries>, 'quarantine'> = {
  async quarantine(ctx) {
    requireRight(ctx, 'mailList');
    const rows = await unreadableMails(ctx.db, ctx.instance.id, ctx.person.id);
    return rows.map((row) => ({
      aggregateId: formatAggregateId({ module: 'email', entryId: row.mail_id, userId: ctx.person.id }),
      subject: row.subject,
      senderAddress: row.sender,
      size: row.raw_size,
      reason: unreadableReason(row.unreadable) ?? 'malformed',
      timestamp: Math.floor(row.ts.getTime() / 1000),
      mailbox: row.channel,
    }));
  },
};

/** `wake` looks at the server of an account. */
export const unreadableCommandHandlers = (
  wake: (instanceId: number, accountId: number) => void,
): Pick<CommandHandlers<typeof mailCommands>, 'retryUnreadable'> => ({
  async retryUnreadable(ctx, { aggregateIds }) {
    requireRight(ctx, 'mailList');
    const { db, instance, person } = ctx;
    const requestedIds = aggregateIds.map(({ entryId }) => entryId);
    const areMails = aggregateIds.every(({ module }) => module === 'email');
    if (!areMails || !(await seesAll(db, instance.id, person.id, requestedIds))) fail('NOT_FOUND');
    const mailIds = await unreadableAmong(db, instance.id, person.id, requestedIds);
    const accountIds = await retryBroken(db, instance.id, mailIds);
    ctx.afterCommit(() => accountIds.forEach((accountId) => wake(instance.id, accountId)));
    for (const mailId of mailIds) {
      const aggregateId = formatAggregateId({ module: 'email', entryId: mailId, userId: person.id });
      await enqueueRereading(ctx, mailId, aggregateId);
    }
    return {};
  },
});

export interface RereadParts {
  /** Gives each mail far more time and memory than the one that new mails wait for. */
  readonly patientParser: MailParser;
  /** Hears of those that answer others. */
  readonly onAnswers: OnAnswers;
}

export const unreadableJobs = (parts: RereadParts): JobHandlers => ({
  [REREAD_JOB]: (ctx, payload) =>
    rereadUnreadable(ctx, parts, Number(payload['mailId']), Number(payload['failedTries'] ?? 0)),
});

/**
 * Takes an unreadable mail apart once more. Its people hear of it either way; only what is known of its content changes. If it fails
 * for a reason that may pass, another try is enqueued: `failedTries` is the number of pauses before this one.
 */
export async function rereadUnreadable(
  ctx: JobContext,
  { patientParser: parser, onAnswers }: RereadParts,
  mailId: number,
  failedTries = 0,
): Promise<void> {
  const unreadable = await findUnreadable(ctx.db, ctx.instance.id, mailId);
  if (unreadable === undefined) return;
  const raw = { hash: unreadable.raw_hash, size: unreadable.raw_size };
  let mail: PreparedMail;
  try {
    // Of one that is truncated the rest is not here: the beginning is all that can be read.
    const options = { mayRetry: false, truncated: unreadable.truncated };
    mail = await prepareMail({ blobs: ctx.blobs, parser }, ctx.instance.id, raw, options);
  } catch (error) {
    // A machine that was too busy for all attempts of this job may be quieter after a pause.
    if (!(error instanceof TryAgainError) || !ctx.lastAttempt) throw error;
    const isPutOff = await ctx.change((change) =>
      enqueueFurtherTry(change, REREAD_JOB, mailId, 'not-started', failedTries),
    );
    if (!isPutOff) throw error;
    return;
  }
  await ctx.change(async (change) => {
    await lockItems(change, [mailId]);
    const still = await findUnreadable(change.db, ctx.instance.id, mailId, true);
    if (still === undefined) return;
    const facts = factsOf(mail);
    const placement = { direction: still.direction, internalDate: still.ts, answered: false };
    const warnings = await warningsOf(change, facts, still.direction);
    await renameContent(change.db, ctx.instance.id, mailId, contentKeyOf(mail, still.direction));
    await rewriteMail(change.db, ctx.instance.id, mailId, fieldsOf(mail, facts, warnings), mail.attachments);
    await rewriteItem(change, 'email', mailId, itemOf(mail, facts, placement, warnings));
    if (mail.parsed === null)
      return void (await enqueueFurtherTry(change, REREAD_JOB, mailId, mail.failure, failedTries));
    await threadAnew(change, [mailId]);
    if (still.direction === 'incoming') await tellLateAnswer(change, onAnswers, mailId);
  });
}
