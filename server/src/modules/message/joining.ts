import { STATES } from '@kontor/contract/activity';
import type { ParamsOf, ResultOf } from '@kontor/contract/kernel';
import { MAX_OPEN_PEOPLE, messageKey, type messageCommands } from '@kontor/contract/message';
import type { OnNews } from '../../platform/operation/change.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf, requireRight } from '../account/index.ts';
import { addViewers, announceTo, liftItem, setTextsRead, type Lift, type Viewer } from '../activity/index.ts';
import { MESSAGE_LIST, requireWriting, takeThread, type Seen, type ThreadParams } from './access.ts';
import { contentOf } from './content.ts';
import { dropDraft } from './files.ts';
import type { Letters } from './letters.ts';
import { peopleMeant } from './people.ts';
import { endRinging } from './ringing.ts';
import { renameMessage } from './sending.ts';
import { takeText } from './store/edits.ts';
import { readFiles } from './store/files.ts';
import { readersOf } from './store/members.ts';
import { countPeople, formerMembers, joinMembers, leaveMember, presentMembers } from './store/people.ts';
import { readSegment } from './store/texts.ts';
import { tellConfirmed } from './telling.ts';

type Adding = ParamsOf<typeof messageCommands.addPeople>;

/** An open message that the person is in, taken for this transaction. Fails with NOT_FOUND, RIGHT_MISSING and MESSAGE_NOT_OPEN. */
async function takeOpen(ctx: CommandContext, aggregateId: ThreadParams['aggregateId']): Promise<Seen> {
  const seen = await takeThread(ctx, { aggregateId, communicationPartnerUserId: null });
  if (!seen.standing.isMember) return fail('RIGHT_MISSING');
  if (!seen.message.is_open) return fail('MESSAGE_NOT_OPEN');
  requireWriting(seen);
  return seen;
}

/** Has the message listed and found by what all of its people may know, after these are others. */
async function describeAnew(ctx: CommandContext, seen: Seen): Promise<void> {
  const of = { messageId: seen.message.message_id, segmentId: 0, no: 0 };
  const text = await takeText(ctx.db, ctx.instance.id, of);
  const files = await readFiles(ctx.db, ctx.instance.id, of, [0]);
  await renameMessage(ctx, seen, contentOf(text?.content ?? ''), files);
}

/** Tells those who are in a message, and some others, that its people are others. */
async function tellPeople(ctx: CommandContext, messageId: number, more: readonly number[]): Promise<void> {
  const readers = await readersOf(ctx.db, ctx.instance.id, messageId, 0, MESSAGE_LIST);
  const userIds = [...new Set([...readers.map(({ userId }) => userId), ...more])];
  await announceTo(ctx, messageId, userIds);
  tellConfirmed(ctx, messageId, userIds, [messageKey({ entryId: messageId })]);
}

/** Has more people in an open message. Fails as the contract says. */
export async function addPeople(
  ctx: CommandContext,
  letters: Letters,
  { aggregateId, addressee, withHistory }: Adding,
): Promise<ResultOf<typeof messageCommands.addPeople>> {
  const { db, instance, person } = ctx;
  const seen = await takeOpen(ctx, aggregateId);
  requireRight(ctx, 'createMessage');
  const { message_id: messageId, receivers } = seen.message;
  const { receivers: meant, leftOut } = await peopleMeant(ctx, letters, addressee, true);
  const present = await presentMembers(db, instance.id, messageId);
  const added = meant.filter((id) => !present.includes(id));
  if (added.length === 0) return { added: [], leftOut: [...leftOut] };
  if (present.length + added.length > MAX_OPEN_PEOPLE)
    return fail('MESSAGE_TOO_MANY_RECEIVERS', { data: { max: MAX_OPEN_PEOPLE - 1 } });
  const former = await formerMembers(db, instance.id, messageId);
  const { last_no: lastNo } = await readSegment(db, instance.id, messageId, 0);
  const from = withHistory ? 0 : lastNo + 1;
  await joinMembers(db, instance.id, messageId, added, from);
  await countPeople(db, instance.id, messageId, added);
  await describeAnew(ctx, seen);
  const direction = 'bidirectional';
  const viewers = added.map((userId): Viewer => ({ userId, boxId: 0, status: STATES.unseen, mine: false, direction }));
  const fresh = await addViewers(ctx, 'message', messageId, viewers, { isQuiet: true });
  await setTextsRead(db, instance.id, messageId, added, { from, until: null });
  const by = (await namesOf(db, instance.id, [person.id])).get(person.id) ?? '';
  const back = added.filter((userId) => former.includes(userId) || !fresh.includes(userId));
  // What was with one other person is with several now.
  const pair = receivers > 1 ? [] : present;
  await liftItem(ctx, messageId, [
    ...back.map((userId): Lift => ({ userId, status: STATES.unseen, direction, comesBack: { by } })),
    ...pair.map((userId): Lift => ({ userId, direction })),
  ]);
  await tellPeople(ctx, messageId, []);
  return { added: [...added], leftOut: [...leftOut] };
}

/** Takes the person out of an open message. Fails as the contract says. */
export async function leave(
  ctx: CommandContext,
  endNews: OnNews,
  { aggregateId }: ParamsOf<typeof messageCommands.leave>,
): Promise<void> {
  const { db, instance, person } = ctx;
  const { message_id: messageId } = (await takeOpen(ctx, aggregateId)).message;
  const { last_no: no } = await readSegment(db, instance.id, messageId, 0);
  await dropDraft(ctx, { messageId, segmentId: 0, userId: person.id });
  await endRinging(ctx, endNews, [{ messageId, userId: person.id }]);
  const from = await leaveMember(db, instance.id, messageId, { userId: person.id, no, at: ctx.now() });
  await setTextsRead(db, instance.id, messageId, [person.id], { from, until: no });
  await countPeople(db, instance.id, messageId, []);
  await tellPeople(ctx, messageId, [person.id]);
}
