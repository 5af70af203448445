import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** Something that was said, as it is kept. Times in milliseconds. */
export interface TextRow {
  readonly no: number;
  readonly sent_by: number;
  readonly sent_at: number;
  readonly written_at: number | null;
  readonly reply_to: number | null;
  readonly content: string;
  readonly edit: number;
  readonly edited_at: number | null;
  readonly taken_back_at: number | null;
}

/** A thread as far as somebody reads it. */
export interface ReadThread {
  readonly messageId: number;
  readonly segmentId: number;
  /** Numbers of the first and, where there will be no more, the last text. */
  readonly from: number;
  readonly until: number | null;
}

/** Which texts of a thread: those behind a number, else the last ones, before a number where one is given. */
export interface TextRange {
  readonly before: number | null;
  readonly after: number | null;
  readonly limit: number;
}

const COLUMNS = sql`t.no, t.sent_by, t.sent_at, t.written_at, t.reply_to, t.content, t.edit, t.edited_at, t.taken_back_at`;

/** Texts of a thread in the order of their numbers; the first one of all threads stands in segment 0. */
export async function readTexts(
  db: Db,
  instanceId: number,
  { messageId, segmentId, from, until }: ReadThread,
  { before, after, limit }: TextRange,
): Promise<readonly TextRow[]> {
  const isForward = after !== null;
  const order = isForward ? sql`asc` : sql`desc`;
  const own = sql`t.instance_id = ${instanceId} and t.message_id = ${messageId}
    and t.no >= ${from} ${until === null ? sql`` : sql`and t.no <= ${until}`} ${before === null ? sql`` : sql`and t.no < ${before}`} ${after === null ? sql`` : sql`and t.no > ${after}`}`;
  const { rows } = await sql<TextRow>`
    select * from (
      select * from (
        (select ${COLUMNS} from message_text t where ${own} and t.segment_id = ${segmentId} order by t.no ${order} limit ${atMost(limit)})
        union all
        (select ${COLUMNS} from message_text t where ${own} and t.segment_id = 0 and t.no = 0 and ${segmentId !== 0}::boolean)
      ) t order by t.no ${order} limit ${atMost(limit)}
    ) t order by t.no`.execute(db);
  return rows;
}

/** Texts of a thread by their numbers, in the order of these. */
export async function readTextsByNo(
  db: Db,
  instanceId: number,
  messageId: number,
  segmentId: number,
  nos: readonly number[],
): Promise<readonly TextRow[]> {
  const { rows } = await sql<TextRow>`
    select ${COLUMNS} from message_text t where t.instance_id = ${instanceId} and t.message_id = ${messageId}
      and t.segment_id = ${segmentId} and t.no = any(${nos.filter((no) => no > 0 || segmentId === 0)}::int[])
    union all
    select ${COLUMNS} from message_text t where t.instance_id = ${instanceId} and t.message_id = ${messageId}
      and t.segment_id = 0 and t.no = 0 and ${segmentId !== 0 && nos.includes(0)}::boolean
    order by no`.execute(db);
  return rows;
}

/** What is put into a thread. */
export interface NewText {
  readonly segmentId: number;
  readonly sentBy: number;
  readonly at: number;
  readonly writtenAt: number | null;
  readonly replyTo: number | null;
  readonly html: string;
  readonly preview: string;
  /** Who began the message says it: they have read what stands before it. */
  readonly isSenders: boolean;
}

/** Puts a text at the end of a thread, which is made with its first answer. Returns its number. */
export async function insertText(db: Db, instanceId: number, messageId: number, text: NewText): Promise<number> {
  const { segmentId, sentBy, at, preview, isSenders } = text;
  const seen = sql`sender_read_no = case when ${isSenders}::boolean then s.last_no + 1 else s.sender_read_no end,
    sender_seen_no = case when ${isSenders}::boolean then s.last_no + 1 else s.sender_seen_no end,
    sender_told_no = case when ${isSenders}::boolean then s.last_no + 1 else s.sender_told_no end`;
  // The first text is number 0 of every thread: the first of a segment of its own is number 1.
  const first = segmentId === 0 ? 0 : 1;
  const senderNo = isSenders ? first : 0;
  const { rows } = await sql<{ no: number }>`
    with numbered as (
      insert into message_segment as s
        (instance_id, message_id, segment_id, last_no, sender_read_no, sender_seen_no, sender_told_no, last_at, last_by, preview)
      values (${instanceId}, ${messageId}, ${segmentId}, ${first}, ${senderNo}, ${senderNo}, ${senderNo}, ${at}, ${sentBy}, ${preview})
      on conflict (instance_id, message_id, segment_id) do update set last_no = s.last_no + 1, last_at = excluded.last_at,
        last_by = excluded.last_by, preview = excluded.preview, ${seen}
      returning last_no
    )
    insert into message_text (instance_id, message_id, segment_id, no, sent_by, sent_at, written_at, reply_to, content)
    select ${instanceId}, ${messageId}, ${segmentId}, last_no, ${sentBy}, ${at}, ${text.writtenAt}, ${text.replyTo}, ${text.html} from numbered
    returning no`.execute(db);
  return rows[0]?.no ?? 0;
}

/** The state of a thread: its newest text, and how far the sender has read. */
export interface SegmentRow {
  readonly last_no: number;
  readonly sender_read_no: number;
  readonly sender_seen_no: number;
  readonly sender_seen_at: number | null;
}

/** A thread that nobody has answered in yet has the first text alone. */
const UNANSWERED: SegmentRow = { last_no: 0, sender_read_no: 0, sender_seen_no: 0, sender_seen_at: null };

export async function readSegment(
  db: Db,
  instanceId: number,
  messageId: number,
  segmentId: number,
): Promise<SegmentRow> {
  const row = await db
    .selectFrom('message_segment')
    .select(['last_no', 'sender_read_no', 'sender_seen_no', 'sender_seen_at'])
    .where('instance_id', '=', instanceId)
    .where('message_id', '=', messageId)
    .where('segment_id', '=', segmentId)
    .executeTakeFirst();
  return row ?? UNANSWERED;
}

/** SQL of whether a message has people who came later and do not read what was said before. */
export const hidesPast = (instanceId: number, messageId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from message_member h where h.instance_id = ${instanceId} and h.message_id = ${messageId} and h.joined_no > 0)`;

/** Whether there are such people. */
export async function isPastHidden(db: Db, instanceId: number, messageId: number): Promise<boolean> {
  const { rows } = await sql<{
    hides: boolean;
  }>`select ${hidesPast(instanceId, sql`${messageId}::bigint`)} as hides`.execute(db);
  return rows[0]?.hides === true;
}

/** The first texts of messages by the messages' ids, of those that all who see them read. */
export async function readFirstTexts(
  db: Db,
  instanceId: number,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ message_id: number; content: string }>`
    select t.message_id, t.content from message_text t where t.instance_id = ${instanceId}
      and t.message_id = any(${[...messageIds]}::bigint[]) and t.segment_id = 0 and t.no = 0
      and not ${hidesPast(instanceId, sql`t.message_id`)}`.execute(db);
  return new Map(rows.map((row) => [row.message_id, row.content]));
}
