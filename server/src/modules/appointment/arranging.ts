import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { editItems, edits, lockItems } from '../activity/index.ts';
import { putOffFor } from './inbox.ts';
import type { KindParts } from './parts.ts';
import { standingOf } from './settling.ts';
import { aheadOf } from './store/persons.ts';

const ARRANGE_JOB = 'appointment.arrange';

/** Appointments that are looked at in one transaction. */
const AT_ONCE = 50;

/** The settings by which people say how they want appointments among what is unfinished. */
const INBOX_KEYS: readonly string[] = ['appointmentsInInbox', 'appointmentsDoneAlone', 'calendarDayStarts'];

/** Orders that somebody's coming appointments are among what is unfinished as they have just chosen. */
export async function arrangeInbox(ctx: CommandContext, keys: readonly string[]): Promise<void> {
  if (keys.some((key) => INBOX_KEYS.includes(key))) await ctx.enqueue(ARRANGE_JOB, { userId: ctx.person.id, after: 0 });
}

/** Does so for the next ones, and returns the last of them; null for none. */
async function arrangeNext(
  ctx: ChangeContext,
  parts: KindParts,
  userId: number,
  after: number,
): Promise<number | null> {
  const given = { userId, after, now: new Date(ctx.now()), most: AT_ONCE };
  const ids = await aheadOf(ctx.db, ctx.instance.id, given);
  await lockItems(ctx, ids);
  for (const id of ids) {
    // What asks something may have been put off by the former choice.
    await editItems(ctx, parts.itemKinds(), userId, [id], edits.wake());
    await putOffFor(ctx, parts, await standingOf(ctx, id), [userId]);
  }
  return ids.at(-1) ?? null;
}

export const arrangeJobs = (parts: KindParts): JobHandlers => ({
  [ARRANGE_JOB]: ({ change }, { userId, after }) =>
    change(async (ctx) => {
      const last = await arrangeNext(ctx, parts, Number(userId), Number(after));
      if (last !== null) await ctx.enqueue(ARRANGE_JOB, { userId: Number(userId), after: last });
    }),
});
