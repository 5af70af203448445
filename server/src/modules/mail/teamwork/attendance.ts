import { teamworkEvents, type teamworkCommands, type teamworkQueries } from '@kontor/contract/mail';
import type { CommandContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { attendAt, attendantsBeside, type NotifyAttendants } from '../../activity/index.ts';
import { draftViewer, seesDraft } from '../writing/access.ts';
import { viewersOfDraft } from '../writing/drafts.ts';
import { findDraft } from '../writing/store/drafts.ts';

const DRAFT = 'draft';

/** Returns the draft that is meant if the person sees it. Throws NOT_FOUND. */
async function draftTopic(ctx: QueryContext | CommandContext, draftId: number) {
  requireRight(ctx, 'createMail');
  const draft = await findDraft(ctx.db, ctx.instance.id, draftId);
  if (draft === undefined || draft.deleted_at !== null) return fail('NOT_FOUND');
  return seesDraft(await draftViewer(ctx), draft) ? { place: DRAFT, id: draft.draft_id } : fail('NOT_FOUND');
}

/** Tells everybody who sees a draft who else is at it. */
const tellDraft: NotifyAttendants = async (ctx, { id: draftId }, { people, order }) => {
  const draft = await findDraft(ctx.db, ctx.instance.id, draftId);
  for (const userId of draft === undefined ? [] : new Set(await viewersOfDraft(ctx, draft)))
    ctx.transient.publish(
      ctx.instance,
      teamworkEvents.attended,
      { users: [userId] },
      {
        keys: [],
        processIds: [...ctx.processIds],
        aggregateIds: [],
        draftId,
        people: people.filter((one) => one.userId !== userId),
        order,
      },
    );
};

/** Where people are told of each other beside mails, which are items as all others. */
export const mailTopics: Readonly<Record<string, NotifyAttendants>> = { [DRAFT]: tellDraft };

export const attendanceQueryHandlers: Pick<QueryHandlers<typeof teamworkQueries>, 'attendance'> = {
  attendance: async (ctx, { draftId }) => attendantsBeside(ctx, await draftTopic(ctx, draftId)),
};

export const attendanceCommandHandlers: Pick<CommandHandlers<typeof teamworkCommands>, 'attend'> = {
  async attend(ctx, { draftId, doing }) {
    await attendAt(ctx, await draftTopic(ctx, draftId), doing, tellDraft);
    return {};
  },
};
