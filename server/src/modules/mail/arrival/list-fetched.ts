import { isDatabaseAway } from '../../../platform/db/away.ts';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import type { MailParser } from '../../../platform/mailparse/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { holdBox } from '../../account/index.ts';
import { tellAnswers, type OnAnswers } from './answers.ts';
import { countUnreadable, prepareMail, TryAgainError, type PreparedMail } from './prepare.ts';
import { listMails } from './list.ts';
import { directionOf, followersOf, statusOnArrival } from '../rules.ts';
import { findAccount } from '../store/accounts.ts';
import type { ActionParts } from '../teamwork/rules/actions.ts';
import { meetSubstitutes } from '../teamwork/absence/substituting.ts';
import { arrivedAnew, meetRules } from '../teamwork/rules/running.ts';
import { lockWaiting, setAlone, setMailsOfCopies, waitingCopies, type WaitingCopy } from '../store/waiting.ts';

/** Mails that come into the lists in one transaction. */
const TOGETHER = 25;
/** Mails that one job takes in hand. More wait for the next one, behind the jobs of others. */
const MAX_A_JOB = 150;
/** Mails of one account that are taken apart at once; one that takes long leaves the others room. */
const LANES = 4;
/** How long the last ones are waited for, and a few ready ones for company. */
const STRAGGLER_MS = 3000;
const COMPANY_MS = 150;

export interface ListingParts {
  readonly parser: MailParser;
  /** Called when mails of an account came into the lists. */
  readonly onListed: (instanceId: number, accountId: number) => void;
  /** What rules act with on mails that have just come. */
  readonly rules: ActionParts;
  /** Hears of those that answer others. */
  readonly onAnswers: OnAnswers;
}

interface Ready {
  readonly copy: WaitingCopy;
  readonly mail: PreparedMail;
}

/** Puts some fetched mails of an account into the lists, the newest first. Resolves to whether more are waiting. */
export async function listFetched(
  ctx: JobContext,
  parts: ListingParts,
  accountId: number,
  enqueueAlone: (change: ChangeContext, copyId: number) => Promise<void>,
): Promise<boolean> {
  const waiting = await waitingCopies(ctx.db, ctx.instance.id, accountId, MAX_A_JOB);
  const queue = [...waiting];
  const ready: Ready[] = [];
  const open = new Set<WaitingCopy>();
  let wake = Promise.withResolvers<void>();
  let closed: unknown;
  const giveUp = (copy: WaitingCopy): Promise<void> =>
    ctx.change(async (change) => {
      await setAlone(change.db, ctx.instance.id, copy.copy_id);
      await enqueueAlone(change, copy.copy_id);
    });
  const lane = async (): Promise<void> => {
    for (let copy = queue.shift(); copy !== undefined && closed === undefined; copy = queue.shift()) {
      open.add(copy);
      try {
        const mail = await prepareCopy(ctx, parts, copy, true);
        // Meanwhile it may have got a job of its own.
        if (open.has(copy)) ready.push({ copy, mail });
      } catch (error) {
        if (error instanceof TryAgainError && error.isOfAll) closed = error;
        else if (open.has(copy)) await giveUp(copy);
      } finally {
        open.delete(copy);
        wake.resolve();
      }
    }
  };
  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  lanes.catch((error: unknown) => {
    closed ??= error;
    wake.resolve();
  });
  let since = Date.now();
  while (queue.length > 0 || open.size > 0 || ready.length > 0) {
    if (closed !== undefined) throw closed;
    const isEnough = ready.length >= TOGETHER || (queue.length === 0 && open.size === 0);
    const waited = Date.now() - since;
    if (isEnough || (ready.length > 0 && waited >= COMPANY_MS)) {
      await listSome(ctx, parts, accountId, ready.splice(0, TOGETHER), giveUp);
      since = Date.now();
      continue;
    }
    if (queue.length === 0 && ready.length === 0 && waited >= STRAGGLER_MS) {
      const late = [...open];
      open.clear();
      for (const copy of late) await giveUp(copy);
      break;
    }
    await Promise.race([wake.promise, pause(ready.length > 0 ? COMPANY_MS - waited : STRAGGLER_MS - waited)]);
    wake = Promise.withResolvers<void>();
  }
  if (closed !== undefined) throw closed;
  return waiting.length === MAX_A_JOB;
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.max(1, ms));
  });

/** Takes a fetched mail apart, outside of any transaction. */
export async function prepareCopy(
  ctx: JobContext,
  parts: ListingParts,
  copy: WaitingCopy,
  mayRetry: boolean,
): Promise<PreparedMail> {
  const bytes = { hash: copy.raw_hash, size: copy.raw_size };
  const { truncated } = copy;
  const mail = await prepareMail({ blobs: ctx.blobs, parser: parts.parser }, ctx.instance.id, bytes, {
    mayRetry,
    truncated,
  });
  countUnreadable(ctx, mail);
  return mail;
}

/** Lists mails in one transaction; where that fails, each in its own, and those alone that fail again. */
async function listSome(
  ctx: JobContext,
  parts: ListingParts,
  accountId: number,
  batch: readonly Ready[],
  giveUp: (copy: WaitingCopy) => Promise<void>,
): Promise<void> {
  try {
    await listTogether(ctx, parts, accountId, batch);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (batch.length > 1) {
      for (const one of batch) await listSome(ctx, parts, accountId, [one], giveUp);
    } else if (batch[0] !== undefined) {
      ctx.log.warn({ err: error, copyId: batch[0].copy.copy_id }, 'mail not listed');
      await giveUp(batch[0].copy);
    }
  }
}

/** Puts mails of one account into the lists in one transaction. Those that came in meanwhile, or are gone, are left out. */
export async function listTogether(
  ctx: JobContext,
  parts: ListingParts,
  accountId: number,
  batch: readonly Ready[],
): Promise<void> {
  await ctx.change(async (change) => {
    const before = await findAccount(change.db, ctx.instance.id, accountId);
    if (before === undefined) return;
    // In this order, none waiting for the word of the one before. The copies are read again under a lock: flags may have changed, and another run may
    // have been faster.
    const [, account = before, locked] = await Promise.all([
      holdBox(change.db, ctx.instance.id, before.box_id, 'share'),
      findAccount(change.db, ctx.instance.id, accountId),
      lockWaiting(
        change.db,
        ctx.instance.id,
        batch.map(({ copy }) => copy.copy_id),
      ),
    ]);
    const followers = new Set(followersOf(account));
    const copies = new Map(locked.map((copy) => [copy.copy_id, copy]));
    const still = batch.flatMap(({ copy, mail }) => {
      const now = copies.get(copy.copy_id);
      // One of which there is more by now is read again.
      return now === undefined || now.raw_hash !== mail.rawHash ? [] : [{ now, mail }];
    });
    const mails = await listMails(
      change,
      still.map(({ now, mail }) => ({
        mail,
        placement: {
          boxId: account.box_id,
          channel: account.email,
          direction: directionOf(now.role),
          // Those whose state is their own have read nothing yet of what somebody else's mail program shows as read.
          viewers: account.member_ids.map((userId) => ({
            userId,
            status: statusOnArrival({
              role: now.role,
              wasThere: now.was_there,
              seen: now.seen && (now.was_there || followers.has(userId)),
            }),
          })),
          internalDate: now.internal_date,
          answered: now.answered,
        },
      })),
    );
    const listed = still.map(({ now }, index) => ({ copyId: now.copy_id, mailId: mails[index]?.mailId ?? 0 }));
    // What lay there before Kontor did is no arrival, and what is sent even less.
    const arrivals = still.flatMap(({ now }, index) =>
      now.was_there || directionOf(now.role) === 'outgoing' ? [] : [mails[index]?.mailId ?? 0],
    );
    const fresh = await arrivedAnew(change, account, arrivals);
    await setMailsOfCopies(change.db, ctx.instance.id, listed);
    await tellAnswers(change, parts.onAnswers, account, fresh);
    await meetRules(change, parts.rules, account, fresh);
    await meetSubstitutes(change, account, fresh);
    change.afterCommit(() => parts.onListed(ctx.instance.id, accountId));
  });
}
