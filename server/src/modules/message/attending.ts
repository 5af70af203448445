import { messageEvents, type messageCommands, type messageQueries } from '@kontor/contract/message';
import { formatAggregateId, type ParamsOf, type ResultOf } from '@kontor/contract/kernel';
import type { ChangeContext, CommandContext, QueryContext } from '../../platform/operation/context.ts';
import {
  attendAt,
  attendantsBeside,
  presentAt,
  type AttendanceTopic,
  type NotifyAttendants,
} from '../activity/index.ts';
import { MESSAGE_LIST, findThread, type Seen, type ThreadParams } from './access.ts';
import { readMembership, readersOf } from './store/members.ts';

const PLACE = 'message';

/** The name under which the people of a segment are told of each other. */
const placeOf = (segmentId: number): string => `${PLACE}:${segmentId}`;

/** Where the people of a thread are told of each other. */
const topicOf = (messageId: number, segmentId: number): AttendanceTopic => ({
  place: placeOf(segmentId),
  id: messageId,
});

/** The numbers of those who are in some segments of a message at this moment, by segment. */
export async function watchingIn(
  ctx: Pick<ChangeContext, 'db' | 'instance' | 'now'>,
  messageId: number,
  segmentIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const present = await presentAt(ctx, { places: segmentIds.map(placeOf), id: messageId });
  return new Map(segmentIds.map((id) => [id, present.get(placeOf(id)) ?? new Set()]));
}

/** Those who write in a thread are told of each other. */
const notifyThread: NotifyAttendants = async (ctx, { place, id: messageId }, { people, order }) => {
  const { db, instance } = ctx;
  const segmentId = Number(place.slice(PLACE.length + 1));
  const message = await readMembership(db, instance.id, messageId);
  if (message === undefined) return;
  const readers = await readersOf(db, instance.id, messageId, segmentId, MESSAGE_LIST);
  for (const { userId, isGuest } of readers) {
    if (isGuest) continue;
    const aggregateId = formatAggregateId({ module: 'message', entryId: messageId, userId });
    ctx.transient.publish(
      instance,
      messageEvents.attended,
      { users: [userId] },
      {
        keys: [],
        processIds: [...ctx.processIds],
        aggregateIds: [aggregateId],
        aggregateId,
        partner: segmentId === 0 ? null : userId === message.begun_by ? segmentId : message.begun_by,
        people: people.filter((one) => one.userId !== userId),
        order,
      },
    );
  }
};

export const messageTopics: Readonly<Record<string, NotifyAttendants>> = { [PLACE]: notifyThread };

const isAttended = ({ message, thread }: Seen): boolean => thread.mayWrite && message.sent_at !== null;

/** Notes what the person does in a thread. Fails with NOT_FOUND. */
export async function attend(
  ctx: CommandContext,
  { doing, ...about }: ParamsOf<typeof messageCommands.attend>,
): Promise<void> {
  const seen = await findThread(ctx, about);
  if (!isAttended(seen)) return;
  await attendAt(ctx, topicOf(seen.message.message_id, seen.thread.segmentId), doing, notifyThread);
}

/** Who else is in a thread. Fails with NOT_FOUND. */
export async function listAttendance(
  ctx: QueryContext,
  about: ThreadParams,
): Promise<ResultOf<typeof messageQueries.attendance>> {
  const seen = await findThread(ctx, about);
  if (!isAttended(seen)) return [];
  return attendantsBeside(ctx, topicOf(seen.message.message_id, seen.thread.segmentId));
}
