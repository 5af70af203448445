import { isGuestId, type MessageText } from '@kontor/contract/message';
import type { QueryContext } from '../../platform/operation/context.ts';
import { readThreadOf, type Seen } from './access.ts';
import { namesIn } from './guests.ts';
import { NO_MARKS, toldSeen } from './marks.ts';
import { isMarkTold, seesMarks, toldOf, type ReadMarks } from './rules.ts';
import { changedSince } from './store/changes.ts';
import { readFiles } from './store/files.ts';
import { seenByOthers } from './store/members.ts';
import { readReactions } from './store/reactions.ts';
import { readSegment, readTexts, readTextsByNo, type SegmentRow, type TextRange, type TextRow } from './store/texts.ts';
import { toInstant, toText } from './views.ts';

type Context = Pick<QueryContext, 'db' | 'instance' | 'person'>;

/** Texts of a thread as the person is told them. */
export async function tellTexts(
  ctx: Context,
  seen: Seen,
  segment: SegmentRow,
  range: TextRange,
  marks: ReadMarks,
): Promise<MessageText[]> {
  return tellRows(ctx, seen, segment, await readTexts(ctx.db, ctx.instance.id, readThreadOf(seen), range), marks);
}

/** Which texts that have become others: since so many changes, behind a number, so many at most. */
interface ChangedRange {
  readonly changes: number;
  readonly after: number;
  readonly limit: number;
}

/** The first of those texts of a thread that have become others since its changes were counted, as the person is told them. */
export async function tellChanged(
  ctx: Context,
  seen: Seen,
  segment: SegmentRow,
  range: ChangedRange,
  marks: ReadMarks,
): Promise<MessageText[]> {
  const { db, instance } = ctx;
  const thread = readThreadOf(seen);
  const nos = await changedSince(db, instance.id, thread, range);
  const rows = await readTextsByNo(db, instance.id, thread.messageId, thread.segmentId, nos);
  return tellRows(ctx, seen, segment, rows, marks);
}

async function tellRows(
  ctx: Context,
  seen: Seen,
  segment: SegmentRow,
  rows: readonly TextRow[],
  marks: ReadMarks,
): Promise<MessageText[]> {
  const { db, instance } = ctx;
  const { message, thread } = seen;
  const of = { messageId: message.message_id, segmentId: thread.segmentId };
  const [names, receiverData, reactions, files] = await Promise.all([
    namesIn(db, instance.id, [...new Set(rows.map((row) => row.sent_by))]),
    receiverDataOf(ctx, seen, segment, rows, marks),
    readReactions(db, instance.id, of, numbersOf(rows), isOverall(seen)),
    readFiles(db, instance.id, of, numbersOf(rows)),
  ]);
  return rows.map((row) =>
    toText(row, {
      names,
      receiverData: receiverData(row),
      reactions: reactions.filter(({ no }) => no === row.no),
      files: files.filter(({ no }) => no === row.no),
    }),
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
  const [text] = await tellTexts(ctx, seen, segment, { before: no + 1, after: no - 1, limit: 1 }, NO_MARKS);
  if (text === undefined) throw new Error('A text that was changed is not there');
  return { ...text, receiverData: null };
}

/** What is told of who has read texts: of those that the person has sent. */
async function receiverDataOf(
  { db, instance, person }: Context,
  { message, standing, thread }: Seen,
  segment: SegmentRow,
  rows: readonly TextRow[],
  marks: ReadMarks,
): Promise<(row: TextRow) => MessageText['receiverData']> {
  const granted = toldOf(standing, thread);
  if (
    granted === 'nothing' ||
    isGuestId(thread.segmentId) ||
    !seesMarks(person.id, marks) ||
    rows.every((row) => row.sent_by !== person.id)
  )
    return () => null;
  if (granted === 'partner' && !thread.isSenders) {
    const { sender_seen_no: seenNo, sender_seen_at: seenAt } = segment;
    if (!isMarkTold(message.begun_by, person.id, marks))
      return (row) => (row.sent_by === person.id ? { readAt: null } : null);
    return (row) => (row.sent_by === person.id ? { readAt: row.no <= seenNo ? toInstant(seenAt) : null } : null);
  }
  const all = await seenByOthers(db, instance.id, message.message_id, person.id);
  const others = toldSeen(all, person.id, marks).filter((one) => !isGuestId(one.user_id));
  if (granted === 'counts')
    return (row) => {
      if (row.sent_by !== person.id) return null;
      const readers = others.filter((one) => one.joined_no <= row.no && (one.left_no ?? row.no) >= row.no);
      return { read: readers.filter((one) => one.seen_no >= row.no).length, of: readers.length };
    };
  const partner = others.find((one) => one.user_id === thread.partner);
  return (row) =>
    row.sent_by === person.id
      ? { readAt: partner !== undefined && row.no <= partner.seen_no ? toInstant(partner.seen_at) : null }
      : null;
}
