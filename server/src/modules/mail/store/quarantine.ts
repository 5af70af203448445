import { sql, type Updateable } from 'kysely';
import { type Direction, DIRECTIONS } from '@kontor/contract/activity';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { channelIn } from '../../activity/index.ts';
import type { NewAttachment } from './mails.ts';
import { replaceAttachments } from './forms.ts';
import './tables.ts';

export interface QuarantinedRow {
  readonly mail_id: number;
  readonly subject: string;
  readonly sender: string;
  readonly raw_size: number;
  readonly unreadable: string;
  readonly ts: Date;
  readonly channel: string;
}

const MAX_LISTED = 500;

/** Mails that a person sees and that could not be read, the newest first. */
export async function unreadableMails(db: Db, instanceId: number, userId: number): Promise<readonly QuarantinedRow[]> {
  const { rows } = await sql<QuarantinedRow>`
    select m.mail_id, m.subject, coalesce(a.extras ->> 'senderAddress', '') as sender, m.raw_size, m.unreadable, a.ts, ${channelIn(sql`au`, sql`a`)} as channel
    from mail m join activity a on a.instance_id = m.instance_id and a.activity_id = m.mail_id
    join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.mail_id and au.user_id = ${userId}
    where m.instance_id = ${instanceId} and m.unreadable is not null and not au.trashed
    order by a.ts desc, m.mail_id desc limit ${atMost(MAX_LISTED)}`.execute(db);
  return rows;
}

/** Whether a person sees all of some mails. */
export async function seesAll(
  db: Db,
  instanceId: number,
  userId: number,
  mailIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mail m
    join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.mail_id and au.user_id = ${userId}
    where m.instance_id = ${instanceId} and m.mail_id = any(${[...mailIds]}::bigint[])`.execute(db);
  return rows[0]?.n === new Set(mailIds).size;
}

/** Those of some mails that a person sees and that could not be read. */
export async function unreadableAmong(
  db: Db,
  instanceId: number,
  userId: number,
  mailIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`
    select m.mail_id from mail m
    join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.mail_id and au.user_id = ${userId}
    where m.instance_id = ${instanceId} and m.mail_id = any(${[...mailIds]}::bigint[]) and m.unreadable is not null`.execute(
    db,
  );
  return rows.map((row) => row.mail_id);
}

export interface UnreadableRow {
  readonly raw_hash: string;
  readonly raw_size: number;
  /** Whether the rest of it is not here. */
  readonly truncated: boolean;
  readonly ts: Date;
  readonly direction: Direction;
}

/** A mail that could not be read, with what its list entry keeps; `lock` keeps others from reading it anew in this transaction. */
export async function findUnreadable(
  db: Db,
  instanceId: number,
  mailId: number,
  lock = false,
): Promise<UnreadableRow | undefined> {
  const { rows } = await sql<Omit<UnreadableRow, 'direction'> & { direction: number }>`
    select m.raw_hash, m.raw_size, a.ts, a.direction, m.unreadable = 'truncated' and not exists (select from mail_copy c
        where c.instance_id = m.instance_id and c.mail_id = m.mail_id and c.raw_hash = m.raw_hash and not c.truncated) as truncated
    from mail m
    join activity a on a.instance_id = m.instance_id and a.activity_id = m.mail_id
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId} and m.unreadable is not null
    ${lock ? sql`for update of m` : sql``}`.execute(db);
  const row = rows[0];
  return row && { ...row, direction: DIRECTIONS[row.direction] ?? 'incoming' };
}

/** Puts what was read of a mail in place of what was known of it. */
export async function rewriteMail(
  db: Db,
  instanceId: number,
  mailId: number,
  fields: Updateable<Tables['mail']>,
  attachments: readonly NewAttachment[],
): Promise<void> {
  await db
    .updateTable('mail')
    .set(fields)
    .where('instance_id', '=', instanceId)
    .where('mail_id', '=', mailId)
    .execute();
  await replaceAttachments(db, instanceId, mailId, attachments);
}
