import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import { isToldOf, readBoxIn } from '../../../activity/index.ts';
import '../../store/tables.ts';
import '../tables.ts';

export interface CommentRow extends Selectable<Tables['mail_comment']> {
  readonly name: string;
  readonly avatar: string | null;
}

const selectComments = sql`select c.*, u.avatar, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name) as name
  from mail_comment c join app_user u on u.instance_id = c.instance_id and u.user_id = c.user_id`;

/** The comments on a mail, the oldest first: all of them, or those that a person is told of. */
export async function commentsOf(
  db: Db,
  instanceId: number,
  mailId: number,
  userId?: number,
): Promise<readonly CommentRow[]> {
  const visibleJoin =
    userId === undefined
      ? sql``
      : sql`join activity_user au on au.instance_id = c.instance_id and au.activity_id = c.mail_id and au.user_id = ${userId}
          and (${isToldOf(sql`au`, sql`c`)} or ${userId} = any(c.mentions))`;
  const { rows } = await sql<CommentRow>`${selectComments} ${visibleJoin}
    where c.instance_id = ${instanceId} and c.mail_id = ${mailId} and c.deleted_at is null order by c.comment_id`.execute(
    db,
  );
  return rows;
}

/** A comment that was not deleted. */
export async function findComment(db: Db, instanceId: number, commentId: number): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`${selectComments}
    where c.instance_id = ${instanceId} and c.comment_id = ${commentId} and c.deleted_at is null`.execute(db);
  return rows[0];
}

export async function insertComment(
  db: Db,
  instanceId: number,
  comment: {
    readonly mailId: number;
    readonly userId: number;
    readonly content: string;
    readonly mentions: readonly number[];
    readonly at: Date;
  },
): Promise<number> {
  const { comment_id } = await db
    .insertInto('mail_comment')
    .values({
      instance_id: instanceId,
      mail_id: comment.mailId,
      user_id: comment.userId,
      content: comment.content,
      mentions: comment.mentions,
      at: comment.at,
      box_id: await readBoxIn(db, instanceId, comment.userId, comment.mailId),
    })
    .returning('comment_id')
    .executeTakeFirstOrThrow();
  return comment_id;
}

/** Puts another text into a comment, or takes it away; its text is gone then. Returns its version. */
export async function changeComment(
  db: Db,
  instanceId: number,
  commentId: number,
  change:
    | { readonly content: string; readonly edited_at: Date }
    | { readonly content: ''; readonly mentions: readonly number[]; readonly deleted_at: Date },
): Promise<number> {
  const { version } = await db
    .updateTable('mail_comment')
    .set({ ...change, version: sql`version + 1` })
    .where('instance_id', '=', instanceId)
    .where('comment_id', '=', commentId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Those of some people who do not see a mail, or no mails at all: `right` is the bit of the right to. */
export async function unseeingAmong(
  db: Db,
  instanceId: number,
  mailId: number,
  userIds: readonly number[],
  right: number,
): Promise<readonly { readonly user_id: number; readonly may_see: boolean }[]> {
  const { rows } = await sql<{ user_id: number; may_see: boolean }>`
    select u.user_id, u.rights & ${right} <> 0 as may_see from app_user u
    where u.instance_id = ${instanceId} and u.user_id = any(${[...userIds]}::int[]) and (u.rights & ${right} = 0 or not exists (
      select from activity_user au where au.instance_id = u.instance_id and au.activity_id = ${mailId} and au.user_id = u.user_id))
    order by u.user_id`.execute(db);
  return rows;
}
