import type { MessageText } from '@kontor/contract/message';
import type { QueryContext } from '../../platform/operation/context.ts';
import { namesOf } from '../account/index.ts';
import type { Seen } from './access.ts';
import { toldOf } from './rules.ts';
import { seenByOthers } from './store/members.ts';
import { readReactions } from './store/reactions.ts';
import { readSegment, readTexts, type SegmentRow, type TextRange, type TextRow } from './store/texts.ts';
import { toInstant, toText } from './views.ts';

type Context = Pick<QueryContext, 'db' | 'instance' | 'person'>;

/** Texts of a thread as the person is told them. */
export async function tellTexts(
  ctx: Context,
  seen: Seen,
  segment: SegmentRow,
  range: TextRange,
): Promise<MessageText[]> {
  const { db, instance } = ctx;
  const { message, thread } = seen;
  const rows = await readTexts(db, instance.id, message.message_id, thread.segmentId, range);
  const of = { messageId: message.message_id, segmentId: thread.segmentId };
  const [names, receiverData, reactions] = await Promise.all([
    namesOf(db, instance.id, [...new Set(rows.map((row) => row.sent_by))]),
    receiverDataOf(ctx, seen, segment, rows),
    readReactions(db, instance.id, of, numbersOf(rows), isOverall(seen)),
  ]);
  return rows.map((row) =>
    toText(row, { names, receiverData: receiverData(row), reactions: reactions.filter(({ no }) => no === row.no) }),
  );
}

const numbersOf = (rows: readonly TextRow[]): readonly number[] => rows.map(({ no }) => no);

/** Whether what is shown stands before all threads of who sent it to several. */
const isOverall = ({ standing, thread }: Seen): boolean => standing.isMember && thread.isSenders && !thread.mayWrite;

/** One text of a thread as everybody who reads it is told it: without who has read it. */
export async function textOf(ctx: Context, seen: Seen, no: number): Promise<MessageText> {
  const { db, instance } = ctx;
  const { message_id: messageId } = seen.message;
  const segment = await readSegment(db, instance.id, messageId, seen.thread.segmentId);
  const [text] = await tellTexts(ctx, seen, segment, { before: no + 1, after: no - 1, limit: 1 });
  if (text === undefined) throw new Error('A text that was changed is not there');
  return { ...text, receiverData: null };
}

/** What is told of who has read texts: of those that the person has sent. */
async function receiverDataOf(
  { db, instance, person }: Context,
  { message, standing, thread }: Seen,
  segment: SegmentRow,
  rows: readonly TextRow[],
): Promise<(row: TextRow) => MessageText['receiverData']> {
  const granted = toldOf(standing, thread);
  if (granted === 'nothing' || rows.every((row) => row.sent_by !== person.id)) return () => null;
  if (granted === 'partner' && !thread.isSenders) {
    const { sender_seen_no: seenNo, sender_seen_at: seenAt } = segment;
    return (row) => (row.sent_by === person.id ? { readAt: row.no <= seenNo ? toInstant(seenAt) : null } : null);
  }
  const others = await seenByOthers(db, instance.id, message.message_id, person.id);
  if (granted === 'counts')
    return (row) =>
      row.sent_by === person.id
        ? { read: others.filter((one) => one.seen_no >= row.no).length, of: others.length }
        : null;
  const partner = others.find((one) => one.user_id === thread.partner);
  return (row) =>
    row.sent_by === person.id
      ? { readAt: partner !== undefined && row.no <= partner.seen_no ? toInstant(partner.seen_at) : null }
      : null;
}
