import { DIRECTIONS } from '@kontor/contract/activity';
import { formatAggregateId, type AggregateId } from '@kontor/contract/kernel';
import { MAX_THREAD, mailExtras, type threadCommands, type threadQueries } from '@kontor/contract/mail';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { entriesById, toEntryRow } from '../../activity/index.ts';
import { personalExtras } from '../reading/extras.ts';
import { seenMail } from '../reading/seen.ts';
import { headsWithEntries, type MailRow } from '../store/mails.ts';
import { namesOfPeople } from '../rules.ts';
import { withAnswers, type ThreadBy } from './rules.ts';
import { lockThreads, mailsOfThreads, setThreads } from './store.ts';
import { announceThreads, threadAnew } from './threading.ts';

export const threadQueryHandlers: QueryHandlers<typeof threadQueries> = {
  async thread(ctx, { aggregateId }) {
    const { db, instance, person } = ctx;
    const mail = await seenMail(ctx, aggregateId);
    const threadId = mail.thread_id ?? mail.mail_id;
    const ids =
      mail.thread_id === null
        ? [mail.mail_id]
        : (await mailsOfThreads(db, instance.id, [threadId], person.id)).map(({ mailId }) => mailId);
    const viewer = { instanceId: instance.id, userId: person.id };
    const rows = (await headsWithEntries(db, instance.id, entriesById(viewer, ids))).filter(({ entry }) => !entry.spam);
    const personal = await personalExtras(
      ctx,
      rows.map(({ entry }) => toEntryRow(entry)),
    );
    const sorted = rows.toSorted((a, b) => a.entry.seconds - b.entry.seconds || a.mail_id - b.mail_id);
    return {
      threadId,
      by: mail.thread_by ?? 'references',
      totalCount: sorted.length,
      // The newest are what is read; what is older than a thousand is only counted.
      mails: sorted.slice(-MAX_THREAD).map(({ mail_id: entryId, people, entry }) => {
        const extras = mailExtras({ ...entry.extras, ...personal.get(entryId)?.extras });
        return {
          aggregateId: formatAggregateId({ module: 'email', entryId, userId: person.id }),
          direction: DIRECTIONS[entry.direction] ?? 'incoming',
          senderRealName: (people.from[0] ?? people.sender)?.name ?? '',
          senderAddress: (people.from[0] ?? people.sender)?.address ?? '',
          receivers: namesOfPeople([...people.to, ...people.cc, ...people.bcc]),
          timestamp: Math.floor(entry.seconds),
          preview: extras.preview,
          hasAttachments: extras.hasAttachments,
          status: entry.status,
          trashed: entry.trashed,
          smtpLogType: extras.smtpLogType,
          claimedBy: extras.claimedBy,
          comments: extras.comments,
        };
      }),
    };
  },
};

/** The mail as it is once nobody else changes its thread. */
async function lockedMail(ctx: CommandContext, ids: readonly AggregateId[]): Promise<MailRow[]> {
  const before: MailRow[] = [];
  for (const id of ids) before.push(await seenMail(ctx, id));
  const threads = before.map((mail) => mail.thread_id ?? mail.mail_id);
  const mails = await mailsOfThreads(ctx.db, ctx.instance.id, threads, null);
  await lockThreads(
    ctx.db,
    ctx.instance.id,
    [...mails, ...before.map((mail) => ({ messageId: mail.message_id, names: mail.refs }))].flatMap(
      ({ messageId, names }) => [...names, ...(messageId === null ? [] : [messageId])],
    ),
  );
  const after: MailRow[] = [];
  for (const id of ids) after.push(await seenMail(ctx, id));
  return after;
}

const placedByHand = (mailIds: Iterable<number>, threadId: number): Map<number, { threadId: number; by: ThreadBy }> =>
  new Map([...mailIds].map((id) => [id, { threadId, by: 'hand' }]));

export const threadCommandHandlers: CommandHandlers<typeof threadCommands> = {
  async splitThread(ctx, { aggregateId }) {
    const { db, instance, person } = ctx;
    const [mail] = await lockedMail(ctx, [aggregateId]);
    if (mail === undefined) return fail('NOT_FOUND');
    const threadId = mail.thread_id ?? mail.mail_id;
    const seen = await mailsOfThreads(db, instance.id, [threadId], person.id);
    const taken = withAnswers(mail.mail_id, seen);
    const all = await mailsOfThreads(db, instance.id, [threadId], null);
    const left = all.map(({ mailId }) => mailId).filter((id) => !taken.has(id));
    if (left.length === 0) return { threadId };
    // A thread has the number of one of its mails: what is left behind gets another one where this mail takes it along.
    const rest = threadId === mail.mail_id ? Math.min(...left) : threadId;
    if (rest !== threadId) {
      const ways = new Map(all.map(({ mailId, by }) => [mailId, by]));
      await setThreads(
        db,
        instance.id,
        new Map(left.map((id) => [id, { threadId: rest, by: ways.get(id) ?? 'references' }])),
      );
    }
    await setThreads(db, instance.id, placedByHand(taken, mail.mail_id));
    await announceThreads(ctx, [rest, mail.mail_id]);
    return { threadId: mail.mail_id };
  },

  async mergeThreads(ctx, { aggregateIds }) {
    const { db, instance, person } = ctx;
    const mails = await lockedMail(ctx, aggregateIds);
    const threads = [...new Set(mails.map((mail) => mail.thread_id ?? mail.mail_id))];
    const threadId = Math.min(...threads);
    const seen = await mailsOfThreads(db, instance.id, threads, person.id);
    const moved = seen.filter((mail) => mail.threadId !== threadId).map(({ mailId }) => mailId);
    await setThreads(db, instance.id, placedByHand(moved, threadId));
    await announceThreads(ctx, threads);
    return { threadId };
  },

  async resetThread(ctx, { aggregateId }) {
    const [mail] = await lockedMail(ctx, [aggregateId]);
    if (mail === undefined) return fail('NOT_FOUND');
    const before = mail.thread_id ?? mail.mail_id;
    const seen = await mailsOfThreads(ctx.db, ctx.instance.id, [before], ctx.person.id);
    // What was moved with it goes back with it.
    const moved = [...withAnswers(mail.mail_id, seen)].filter((id) =>
      seen.some((one) => one.mailId === id && one.by === 'hand'),
    );
    const { placed, joined } = await threadAnew(ctx, [...new Set([mail.mail_id, ...moved])]);
    await announceThreads(ctx, [before, ...joined.values(), ...[...placed.values()].map(({ threadId }) => threadId)]);
    return { threadId: placed.get(mail.mail_id)?.threadId ?? before };
  },
};
