import { formatAggregateId } from '@kontor/contract/kernel';
import type { mailCommands, mailQueries } from '@kontor/contract/mail';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { MailParser } from '../../../platform/mailparse/index.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { lockItems, rewriteItem } from '../../activity/index.ts';
import { tellLateAnswer, type OnAnswers } from './answers.ts';
import { factsOf, fieldsOf, itemOf, prepareMail, warningsOf } from './prepare.ts';
import { REREAD_JOB, enqueueRereading } from './reread.ts';
import { unreadableReason } from '../rules.ts';
import { retryBroken } from '../store/broken.ts';
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

interface RereadParts {
  /** Gives each mail far more time and memory than the one that new mails wait for. */
  readonly patientParser: MailParser;
  /** Hears of those that answer others. */
  readonly onAnswers: OnAnswers;
}

export const unreadableJobs = (parts: RereadParts): JobHandlers => ({
  [REREAD_JOB]: (ctx, payload) => reread(ctx, parts, Number(payload['mailId'])),
});

/** Takes an unreadable mail apart once more. Its people hear of it either way; only what is known of its content changes. */
async function reread(
  ctx: JobContext,
  { patientParser: parser, onAnswers }: RereadParts,
  mailId: number,
): Promise<void> {
  const unreadable = await findUnreadable(ctx.db, ctx.instance.id, mailId);
  if (unreadable === undefined) return;
  const raw = { hash: unreadable.raw_hash, size: unreadable.raw_size };
  const mail = await prepareMail({ blobs: ctx.blobs, parser }, ctx.instance.id, raw, {
    mayRetry: false,
    // The rest of it is not here: the beginning is all that can be read.
    truncated: unreadable.truncated,
  });
  await ctx.change(async (change) => {
    await lockItems(change, [mailId]);
    const still = await findUnreadable(change.db, ctx.instance.id, mailId, true);
    if (still === undefined) return;
    const facts = factsOf(mail);
    const placement = { direction: still.direction, internalDate: still.ts, answered: false };
    const warnings = await warningsOf(change, facts, still.direction);
    await rewriteMail(change.db, ctx.instance.id, mailId, fieldsOf(mail, facts, warnings), mail.attachments);
    await rewriteItem(change, 'email', mailId, itemOf(mail, facts, placement, warnings));
    if (mail.parsed === null) return;
    await threadAnew(change, [mailId]);
    if (still.direction === 'incoming') await tellLateAnswer(change, onAnswers, mailId);
  });
}
