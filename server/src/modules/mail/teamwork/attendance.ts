import { formatAggregateId, type AggregateId } from '@kontor/contract/kernel';
import { ATTENDED_MS, teamworkEvents, type teamworkCommands, type teamworkQueries } from '@kontor/contract/mail';
import type { ChangeContext, CommandContext, Platform, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers, Service, ServiceTools } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { avatarAddress, requireRight } from '../../account/index.ts';
import { viewersOf } from '../../activity/index.ts';
import { seenMail } from '../seen.ts';
import { draftViewer, seesDraft } from '../writing/access.ts';
import { viewersOfDraft } from '../writing/drafts.ts';
import { findDraft } from '../writing/store/drafts.ts';
import {
  attendantsAt,
  forgetAttendants,
  instancesToForget,
  putAttendant,
  removeAttendant,
  type Attendant,
  type Place,
} from './store/attendance.ts';

/** How often it is looked who has gone without a word. */
const SWEEP_MS = 15_000;

const toAttendant = ({ user_id, avatar, name, doing, since }: Attendant) => ({
  userId: user_id,
  name,
  avatar: avatarAddress({ user_id, avatar }),
  doing,
  since: since.getTime(),
});

/** The mail or draft that is meant, where the person sees it. Fails with NOT_FOUND. */
async function placeOf(
  ctx: QueryContext | CommandContext,
  { aggregateId, draftId }: { readonly aggregateId: AggregateId | null; readonly draftId: number | null },
): Promise<Place> {
  if (aggregateId !== null) return { mailId: (await seenMail(ctx, aggregateId)).mail_id, draftId: 0 };
  requireRight(ctx, 'createMail');
  const draft = draftId === null ? undefined : await findDraft(ctx.db, ctx.instance.id, draftId);
  if (draft === undefined || draft.deleted_at !== null) return fail('NOT_FOUND');
  return seesDraft(await draftViewer(ctx), draft) ? { mailId: 0, draftId: draft.draft_id } : fail('NOT_FOUND');
}

async function viewersAt(ctx: ChangeContext, { mailId, draftId }: Place): Promise<readonly number[]> {
  if (mailId !== 0) return viewersOf(ctx, [mailId]);
  const draft = await findDraft(ctx.db, ctx.instance.id, draftId);
  return draft === undefined ? [] : [...new Set(await viewersOfDraft(ctx, draft))];
}

/** Tells everybody who sees a mail or draft who else is at it. */
async function tell(ctx: ChangeContext, place: Place): Promise<void> {
  const attendants = await attendantsAt(ctx.db, ctx.instance.id, place, new Date(ctx.now()));
  for (const userId of await viewersAt(ctx, place)) {
    const mail = { module: 'email', entryId: place.mailId, userId } as const;
    ctx.emit(
      teamworkEvents.attended,
      { users: [userId] },
      {
        keys: [],
        processIds: [...ctx.processIds],
        aggregateIds: place.mailId === 0 ? [] : [formatAggregateId(mail)],
        draftId: place.draftId === 0 ? null : place.draftId,
        people: attendants.filter((one) => one.user_id !== userId).map(toAttendant),
      },
    );
  }
}

export const attendanceQueryHandlers: Pick<QueryHandlers<typeof teamworkQueries>, 'attendance'> = {
  async attendance(ctx, params) {
    const place = await placeOf(ctx, params);
    const attendants = await attendantsAt(ctx.db, ctx.instance.id, place, new Date(ctx.now()));
    return attendants.filter((one) => one.user_id !== ctx.person.id).map(toAttendant);
  },
};

export const attendanceCommandHandlers: Pick<CommandHandlers<typeof teamworkCommands>, 'attend'> = {
  async attend(ctx, { doing, ...params }) {
    const { db, instance, person } = ctx;
    const place = await placeOf(ctx, params);
    const who = { userId: person.id, sessionId: person.sessionId };
    const now = new Date(ctx.now());
    const until = new Date(ctx.now() + ATTENDED_MS);
    const isNews =
      doing === 'left'
        ? await removeAttendant(db, instance.id, who, place)
        : await putAttendant(db, instance.id, who, place, { doing, now, until });
    if (isNews) await tell(ctx, place);
    return {};
  },
};

/** Forgets who has gone without a word, and tells those who saw them there. */
export async function forgetGone({
  database,
  directory,
  change,
  now,
}: Pick<Platform & ServiceTools, 'database' | 'directory' | 'change' | 'now'>): Promise<void> {
  const at = new Date(now());
  for (const id of await instancesToForget(database.owner, at)) {
    const instance = await directory.byId(id);
    if (instance === undefined) continue;
    await change(instance, async (ctx) => {
      for (const place of await forgetAttendants(ctx.db, id, at)) await tell(ctx, place);
    });
  }
}

/** Does so as long as the server runs. */
export async function startForgetting(tools: Platform & ServiceTools): Promise<Service> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running = forgetGone(tools).catch((error: unknown) =>
      tools.log.warn({ err: error }, 'who has left mails is not forgotten'),
    );
  }, SWEEP_MS);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
