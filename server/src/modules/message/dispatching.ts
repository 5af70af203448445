import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { ProblemError } from '../../platform/operation/problem.ts';
import { releaseUploads } from '../../platform/uploads/index.ts';
import { loadPerson } from '../account/index.ts';
import { lockItems } from '../activity/index.ts';
import { answer, type AnswerParts } from './answering.ts';
import { DISPATCH_JOB } from './rules.ts';
import { composeMessage } from './sending.ts';
import { deleteWaiting, findWaiting, isThrownAway, type WaitingRow } from './store/waiting.ts';
import { backToDraft } from './waiting.ts';

/** What waits, with its message taken for this transaction; undefined where it was taken back, or is sent. */
async function takeWaiting(ctx: ChangeContext, waitingId: number): Promise<WaitingRow | undefined> {
  const found = await findWaiting(ctx.db, ctx.instance.id, waitingId);
  if (found === undefined) return undefined;
  await lockItems(ctx, [found.message_id]);
  return findWaiting(ctx.db, ctx.instance.id, waitingId);
}

const AT_ONCE = { sendAt: null, undoSeconds: 0 } as const;

/** Sends what waited, as the person who has said it may at this moment. Fails as sending does. */
async function dispatch(ctx: ChangeContext, parts: AnswerParts, waitingId: number): Promise<void> {
  const row = await takeWaiting(ctx, waitingId);
  if (row === undefined) return;
  const person = await loadPerson(ctx, row.user_id);
  const isThrown = 'compose' in row.given && (await isThrownAway(ctx.db, ctx.instance.id, row));
  if (person === undefined || isThrown) {
    await backToDraft(ctx, row);
    return;
  }
  await deleteWaiting(ctx.db, ctx.instance.id, waitingId);
  const asPerson: CommandContext = { ...ctx, person, processId: ctx.newId() };
  const files = row.attachment_ids.map((attachmentId) => ({ attachmentId }));
  if ('compose' in row.given)
    await composeMessage(asPerson, parts.letters, { ...row.given.compose, ...AT_ONCE, files });
  else await answer(asPerson, parts, { ...row.given.answer, ...AT_ONCE, files });
  await releaseUploads(ctx, row.attachment_ids);
}

export const dispatchingJobs = (parts: () => AnswerParts): JobHandlers => ({
  [DISPATCH_JOB]: async ({ change }, payload) => {
    const waitingId = Number(payload['waitingId']);
    try {
      await change((ctx) => dispatch(ctx, parts(), waitingId));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // It cannot be sent any more: nothing of it is lost.
      await change(async (ctx) => {
        const row = await takeWaiting(ctx, waitingId);
        if (row !== undefined) await backToDraft(ctx, row);
      });
    }
  },
});
