import { STATES } from '@kontor/contract/activity';
import type { ParamsOf, ResultOf } from '@kontor/contract/kernel';
import { messageKey, type messageCommands, type messageQueries } from '@kontor/contract/message';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { filterUsersAndGroups, namesOf, requireRight } from '../account/index.ts';
import { announceTo, liftItem } from '../activity/index.ts';
import { MESSAGE_LIST, findThread, takeThread, type Seen } from './access.ts';
import { unreachedAmong } from './guests.ts';
import type { Letters } from './letters.ts';
import { readMarks, unseenMarks, type Hiding } from './marks.ts';
import { isNamed, seesMarks } from './rules.ts';
import { countReceivers, readReceivers, setConfirmed, waitingReceivers } from './store/members.ts';
import { setReminded } from './store/messages.ts';
import { setRung } from './store/ringing.ts';
import { tellConfirmed } from './telling.ts';
import { toReceiver } from './views.ts';

/** Who reminds has read nothing by that. */
const NOBODY = 0;
const DAY_MS = 86_400_000;

const isSenderOf = ({ message, standing }: Seen): boolean => standing.isMember && message.begun_by === standing.userId;

/** Whom a message went to, with how it stands with them. Fails with NOT_FOUND, and with RIGHT_MISSING for who does not know of them. */
export async function listReceivers(
  ctx: QueryContext,
  { aggregateId, only, page, limit }: ParamsOf<typeof messageQueries.receivers>,
  { hiding, letters }: { readonly hiding: Hiding; readonly letters: Letters },
): Promise<ResultOf<typeof messageQueries.receivers>> {
  const { db, instance, person } = ctx;
  const seen = await findThread(ctx, { aggregateId, communicationPartnerUserId: null });
  const { message } = seen;
  const isSender = isSenderOf(seen);
  const isKnown = isSender || message.is_open || message.see_each_other;
  if (!isKnown || (!isSender && only !== null && only !== 'unfinished')) return fail('RIGHT_MISSING');
  const marks = await readMarks(ctx, hiding);
  if (only === 'unread' && !seesMarks(person.id, marks)) return fail('RIGHT_MISSING');
  const unseen = unseenMarks(marks, person.id);
  const { message_id: messageId } = message;
  const [count, rows] = await Promise.all([
    countReceivers(db, instance.id, messageId, only, unseen),
    readReceivers(db, instance.id, messageId, { offset: (page - 1) * limit, limit, only, unseen }),
  ]);
  const unreached = isSender ? await unreachedAmong(ctx, letters, rows) : new Set<number>();
  return { count, receivers: rows.map((row) => toReceiver(row, { isSender, isOpen: message.is_open, unreached })) };
}

/** People and groups that a message can go to, by words of their names. */
export async function listAvailable(
  ctx: QueryContext,
  { searchTerm, limit }: ParamsOf<typeof messageQueries.availableReceivers>,
): Promise<ResultOf<typeof messageQueries.availableReceivers>> {
  requireRight(ctx, 'messageList');
  const all = await filterUsersAndGroups(ctx.db, ctx.instance.id, MESSAGE_LIST);
  return all.filter(({ UserDisplayname }) => isNamed(UserDisplayname, searchTerm)).slice(0, limit);
}

/** Notes that the person has got a message that asks for it. Fails with NOT_FOUND, and with RIGHT_MISSING for who is not asked. */
export async function confirm(
  ctx: CommandContext,
  { aggregateId }: ParamsOf<typeof messageCommands.confirm>,
): Promise<void> {
  const seen = await takeThread(ctx, { aggregateId, communicationPartnerUserId: null });
  const { message, standing } = seen;
  const { message_id: messageId, begun_by: begunBy } = message;
  if (!message.confirms || !standing.isMember || begunBy === ctx.person.id) return fail('RIGHT_MISSING');
  if (!(await setConfirmed(ctx.db, ctx.instance.id, messageId, ctx.person.id, ctx.now()))) return;
  tellConfirmed(ctx, messageId, [begunBy, ctx.person.id], [messageKey({ entryId: messageId })]);
}

/** Brings a message back to those who have not read it, or, where the person is not told of that, are not done with it, once a day. Returns how many these are. Fails with NOT_FOUND, RIGHT_MISSING. */
export async function remind(
  ctx: CommandContext,
  { aggregateId }: ParamsOf<typeof messageCommands.remind>,
  hiding: Hiding,
): Promise<{ count: number }> {
  const { db, instance, person } = ctx;
  const seen = await takeThread(ctx, { aggregateId, communicationPartnerUserId: null });
  if (!isSenderOf(seen)) return fail('RIGHT_MISSING');
  const { message_id: messageId, sent_at: sentAt, reminded_at: remindedAt } = seen.message;
  if (sentAt === null || (remindedAt !== null && remindedAt > ctx.now() - DAY_MS)) return { count: 0 };
  const marks = await readMarks(ctx, hiding);
  const only = seesMarks(person.id, marks) ? 'unread' : 'unfinished';
  const unseen = unseenMarks(marks, person.id);
  const userIds = await waitingReceivers(db, instance.id, messageId, MESSAGE_LIST, only, unseen);
  if (userIds.length === 0) return { count: 0 };
  await setReminded(db, instance.id, messageId, ctx.now());
  const by = (await namesOf(db, instance.id, [person.id])).get(person.id) ?? '';
  await liftItem(
    ctx,
    messageId,
    userIds.map((userId) => ({ userId, status: STATES.unseen, comesBack: { by } })),
  );
  await setRung(db, instance.id, messageId, { userIds, by: NOBODY });
  await announceTo(ctx, messageId, [person.id]);
  return { count: userIds.length };
}
