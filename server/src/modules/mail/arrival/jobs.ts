import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext, Instance } from '../../../platform/operation/context.ts';
import { listFetched, listTogether, prepareCopy, type ListingParts } from './list-fetched.ts';
import { findWaitingCopy } from '../store/waiting.ts';

/** Lists one fetched mail that could not be listed together with others. */
export const LIST_ONE_JOB = 'mail.file';
const LIST_FETCHED_JOB = 'mail.fileAccount';
const ACCOUNT_CHANGE_JOB = 'mail.accountChange';
/** Tries to take a mail apart before it is listed as one that cannot be read. */
const PARSE_TRIES = 2;

/** Enqueues the listing of what was fetched for an account. One job an account, so that none takes the room of another. */
export const enqueueListing = (ctx: ChangeContext, accountId: number): Promise<void> =>
  // No queue: a server that is killed would hold it for as long as it might still be running.
  ctx.enqueue(LIST_FETCHED_JOB, { accountId }, { key: `${LIST_FETCHED_JOB}:${ctx.instance.id}:${accountId}` });

const enqueueAlone = (ctx: ChangeContext, copyId: number): Promise<void> =>
  ctx.enqueue(LIST_ONE_JOB, { copyId }, { key: `${LIST_ONE_JOB}:${ctx.instance.id}:${copyId}` });

/** Lets the server know of an account that another process changed. */
export const enqueueAccountChange = (ctx: ChangeContext, accountId: number): Promise<void> =>
  ctx.enqueue(ACCOUNT_CHANGE_JOB, { accountId }, { key: `${ACCOUNT_CHANGE_JOB}:${ctx.instance.id}:${accountId}` });

export interface JobParts extends ListingParts {
  /** Called when another process added or changed an account. */
  readonly onAccountChange: (instance: Instance, accountId: number) => void;
}

export function jobHandlers(parts: JobParts): JobHandlers {
  /** Accounts whose mails are being listed, and whether more came meanwhile. */
  const busy = new Map<string, { again: boolean }>();
  const fileAccount = async (ctx: JobContext, accountId: number): Promise<void> => {
    const key = `${ctx.instance.id} ${accountId}`;
    const other = busy.get(key);
    if (other !== undefined) return void (other.again = true);
    const own = { again: false };
    busy.set(key, own);
    let isMore: boolean;
    try {
      isMore = await listFetched(ctx, parts, accountId, enqueueAlone);
    } finally {
      busy.delete(key);
    }
    if (isMore || own.again) await ctx.change((change) => enqueueListing(change, accountId));
  };
  return {
    [ACCOUNT_CHANGE_JOB]: async (ctx, payload) => parts.onAccountChange(ctx.instance, Number(payload['accountId'])),
    [LIST_FETCHED_JOB]: (ctx, payload) => fileAccount(ctx, Number(payload['accountId'])),
    [LIST_ONE_JOB]: (ctx, payload) => listOne(ctx, parts, Number(payload['copyId'])),
  };
}

/** Running twice changes nothing. */
async function listOne(ctx: JobContext, parts: JobParts, copyId: number): Promise<void> {
  const copy = await findWaitingCopy(ctx.db, ctx.instance.id, copyId);
  if (copy === undefined) return;
  const mail = await prepareCopy(ctx, parts, copy, ctx.attempt < PARSE_TRIES);
  await listTogether(ctx, parts, copy.account_id, [{ copy, mail }]);
}
