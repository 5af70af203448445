import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A text by its place. */
export interface TextOf {
  readonly messageId: number;
  readonly segmentId: number;
  readonly no: number;
}

/** A text that is to become another, with how it stands now. Times in milliseconds. */
export interface EditableText {
  readonly sent_by: number;
  readonly sent_at: number;
  readonly edit: number;
  readonly content: string;
  readonly taken_back_at: number | null;
}

const where = (instanceId: number, { messageId, segmentId, no }: TextOf) => sql`
  t.instance_id = ${instanceId} and t.message_id = ${messageId} and t.segment_id = ${segmentId} and t.no = ${no}`;

/** Takes a text for this transaction; undefined where it is not there. */
export async function takeText(db: Db, instanceId: number, of: TextOf): Promise<EditableText | undefined> {
  const { rows } =
    await sql<EditableText>`select t.sent_by, t.sent_at, t.edit, t.content, t.taken_back_at from message_text t
    where ${where(instanceId, of)} for update`.execute(db);
  return rows[0];
}

/** Puts another content into a text, and keeps what it said before. Returns the number of the edit. */
export async function updateText(
  db: Db,
  instanceId: number,
  of: TextOf,
  { html, at }: { readonly html: string; readonly at: number },
): Promise<number> {
  await sql`insert into message_edit (instance_id, message_id, segment_id, no, edit, at, content)
    select t.instance_id, t.message_id, t.segment_id, t.no, t.edit, ${at}, t.content from message_text t
    where ${where(instanceId, of)}`.execute(db);
  const { rows } = await sql<{
    edit: number;
  }>`update message_text t set content = ${html}, edit = t.edit + 1, edited_at = ${at}
    where ${where(instanceId, of)} returning t.edit`.execute(db);
  return rows[0]?.edit ?? 0;
}

/** What a text said before, the oldest first; `at` in milliseconds: until when it said so. */
export async function readEdits(
  db: Db,
  instanceId: number,
  of: TextOf,
): Promise<readonly { readonly edit: number; readonly at: number; readonly content: string }[]> {
  const { rows } = await sql<{ edit: number; at: number; content: string }>`
    select t.edit, t.at, t.content from message_edit t where ${where(instanceId, of)} order by t.edit`.execute(db);
  return rows;
}

/** Takes a text back: nothing of what it said is kept. */
export async function emptyText(db: Db, instanceId: number, of: TextOf, at: number): Promise<void> {
  await sql`delete from message_edit t where ${where(instanceId, of)}`.execute(db);
  await sql`update message_text t set content = '', edit = t.edit + 1, taken_back_at = ${at}
    where ${where(instanceId, of)}`.execute(db);
}

/** Says how the newest text of a segment begins, where a text is that. */
export async function renewPreview(db: Db, instanceId: number, of: TextOf, preview: string): Promise<void> {
  await sql`update message_segment set preview = ${preview} where instance_id = ${instanceId}
    and message_id = ${of.messageId} and segment_id = ${of.segmentId} and last_no = ${of.no}`.execute(db);
}
