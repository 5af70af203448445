import { sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { PARSER_FORM } from '../../../platform/mailparse/index.ts';
import type { NewAttachment } from './mails.ts';

/** Mails that an older form of the parser read, the newest first; what cannot be read has a way of its own. */
export async function oldForms(db: Db, instanceId: number, most: number): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`
    select m.mail_id from generate_series(0, ${PARSER_FORM - 1}) as old (form)
    cross join lateral (
      select mail_id from mail x where x.instance_id = ${instanceId} and x.form = old.form order by x.mail_id desc limit ${most}
    ) m order by m.mail_id desc limit ${most}`.execute(db);
  return rows.map((row) => row.mail_id);
}

export async function findOldForm(
  db: Db,
  instanceId: number,
  mailId: number,
): Promise<{ readonly raw_hash: string; readonly raw_size: number } | undefined> {
  const { rows } = await sql<{ raw_hash: string; raw_size: number }>`
    select raw_hash, raw_size from mail where instance_id = ${instanceId} and mail_id = ${mailId} and form < ${PARSER_FORM}`.execute(
    db,
  );
  return rows[0];
}

/** Notes that a mail was read by the form of today, and what it found. */
export async function addFound(
  db: Db,
  instanceId: number,
  mailId: number,
  found: Updateable<Tables['mail']>,
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ ...found, form: PARSER_FORM })
    .where('instance_id', '=', instanceId)
    .where('mail_id', '=', mailId)
    .execute();
}

const MOST_LONE = 100;

/** Mails of the same subject that name nothing they answer, and are still in a thread of their own. */
export async function loneAnswers(db: Db, instanceId: number, mailId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`
    select x.mail_id from mail m
    join mail x on x.instance_id = m.instance_id and x.subject_key = m.subject_key and x.mail_id <> m.mail_id
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId} and x.refs = '{}' and x.in_reply_to is null
      and x.thread_id = x.mail_id and x.thread_by <> 'hand'
    order by x.mail_id desc limit ${MOST_LONE}`.execute(db);
  return rows.map((row) => row.mail_id);
}

/** Puts other files in place of a mail's. */
export async function replaceAttachments(
  db: Db,
  instanceId: number,
  mailId: number,
  attachments: readonly NewAttachment[],
): Promise<void> {
  await db.deleteFrom('mail_attachment').where('instance_id', '=', instanceId).where('mail_id', '=', mailId).execute();
  if (attachments.length === 0) return;
  const rows = attachments.map((row) => ({ ...row, instance_id: instanceId, mail_id: mailId }));
  await db.insertInto('mail_attachment').values(rows).execute();
}
