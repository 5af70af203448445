import type { MailParser } from '../../platform/mailparse/index.ts';
import type { JobContext, JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext, Instance } from '../../platform/operation/context.ts';
import { holdBox } from '../account/index.ts';
import { addViewers } from '../activity/index.ts';
import { listMail, prepareMail } from './filing.ts';
import { directionOf, followersOf, statusOnArrival } from './rules.ts';
import { findAccount } from './store/accounts.ts';
import { findWaitingCopy, setMailOfCopy } from './store/copies.ts';
import { mailsOfBox } from './store/mails.ts';

export const FILE_MAIL_JOB = 'mail.file';
export const SHOW_MAILS_JOB = 'mail.show';
const ACCOUNT_CHANGE_JOB = 'mail.accountChange';
/** Tries to take a mail apart before it is listed as one that cannot be read. */
const PARSE_TRIES = 2;
const SHOWN_AT_ONCE = 200;

/** Enqueues the listing of a fetched mail. The key makes a second one for the same mail replace the first. */
export const enqueueFiling = (ctx: ChangeContext, copyId: number): Promise<void> =>
  ctx.enqueue(FILE_MAIL_JOB, { copyId }, { key: `${FILE_MAIL_JOB}:${ctx.instance.id}:${copyId}` });

/** Lets people who joined a mailbox see what is in it. */
export const enqueueShowing = (
  ctx: ChangeContext,
  boxId: number,
  userIds: readonly number[],
  before?: number,
): Promise<void> =>
  ctx.enqueue(
    SHOW_MAILS_JOB,
    { boxId, userIds, before: before ?? null },
    { queue: `${SHOW_MAILS_JOB}:${ctx.instance.id}:${boxId}` },
  );

/** Lets the server know of an account that another process changed. */
export const enqueueAccountChange = (ctx: ChangeContext, accountId: number): Promise<void> =>
  ctx.enqueue(ACCOUNT_CHANGE_JOB, { accountId }, { key: `${ACCOUNT_CHANGE_JOB}:${ctx.instance.id}:${accountId}` });

export interface JobParts {
  readonly parser: MailParser;
  /** Called when mails of an account came into the lists. */
  readonly onListed: (instanceId: number, accountId: number) => void;
  /** Called when another process added or changed an account. */
  readonly onAccountChange: (instance: Instance, accountId: number) => void;
}

export const jobHandlers = (parts: JobParts): JobHandlers => ({
  [ACCOUNT_CHANGE_JOB]: async (ctx, payload) => parts.onAccountChange(ctx.instance, Number(payload['accountId'])),
  [FILE_MAIL_JOB]: (ctx, payload) => fileMail(ctx, parts, Number(payload['copyId'])),
  [SHOW_MAILS_JOB]: (ctx, payload) =>
    showMails(ctx, payload as { boxId: number; userIds: number[]; before: number | null }),
});

/** Takes a fetched mail apart outside of any transaction, then lists it in one. Running twice changes nothing. */
async function fileMail(ctx: JobContext, parts: JobParts, copyId: number): Promise<void> {
  const waiting = await findWaitingCopy(ctx.db, ctx.instance.id, copyId);
  if (waiting === undefined) return;
  const raw = await ctx.blobs.get(ctx.instance.id, waiting.raw_hash);
  const mayRetry = ctx.attempt < PARSE_TRIES;
  const mail = await prepareMail({ blobs: ctx.blobs, parser: parts.parser }, ctx.instance.id, raw, {
    mayRetry,
    truncated: waiting.truncated,
  });
  await ctx.change(async (change) => {
    // Read again under a lock: flags may have changed, and another run may have been faster.
    const copy = await findWaitingCopy(change.db, ctx.instance.id, copyId, true);
    if (copy === undefined) return;
    const before = await findAccount(change.db, ctx.instance.id, copy.account_id);
    if (before === undefined) return;
    await holdBox(change.db, ctx.instance.id, before.box_id, 'share');
    const account = (await findAccount(change.db, ctx.instance.id, copy.account_id)) ?? before;
    const arrival = { role: copy.role, wasThere: copy.was_there };
    const followers = new Set(followersOf(account));
    const mailId = await listMail(change, mail, {
      boxId: account.box_id,
      channel: account.email,
      direction: directionOf(copy.role),
      // Those whose state is their own have read nothing yet of what somebody else's mail program shows as read.
      viewers: account.member_ids.map((userId) => ({
        userId,
        status: statusOnArrival({ ...arrival, seen: copy.seen && (copy.was_there || followers.has(userId)) }),
      })),
      internalDate: copy.internal_date,
      answered: copy.answered,
    });
    await setMailOfCopy(change.db, ctx.instance.id, copyId, mailId);
    change.afterCommit(() => parts.onListed(ctx.instance.id, copy.account_id));
  });
}

async function showMails(
  ctx: JobContext,
  job: { boxId: number; userIds: number[]; before: number | null },
): Promise<void> {
  await ctx.change(async (change) => {
    // The way through a large mailbox is long: who has left it meanwhile is shown no more of it.
    const members = await holdBox(change.db, ctx.instance.id, job.boxId, 'share');
    const userIds = job.userIds.filter((id) => members.has(id));
    if (userIds.length === 0) return;
    const mails = await mailsOfBox(change.db, ctx.instance.id, job.boxId, job.before, SHOWN_AT_ONCE);
    for (const { mail_id: mailId, status } of mails) {
      const viewers = userIds.map((userId) => ({ userId, boxId: job.boxId, status, mine: false }));
      await addViewers(change, 'email', mailId, viewers);
    }
    const last = mails.at(-1);
    if (mails.length === SHOWN_AT_ONCE && last !== undefined)
      await enqueueShowing(change, job.boxId, userIds, last.mail_id);
  });
}
