import { DIRECTIONS, type Direction } from '@kontor/contract/activity';
import type { SenderWarning } from '@kontor/contract/mail';
import { sql, type Updateable } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { PARSER_FORM, type UnsubscribeOffer } from '../../../platform/mailparse/index.ts';
import type { MailPeople } from './tables.ts';
import type { NewAttachment } from './mails.ts';

/** Mails that an older form of the parser read, the newest first; what cannot be read has a way of its own. */
export async function oldForms(db: Db, instanceId: number, most: number): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`
    select m.mail_id from generate_series(0, ${PARSER_FORM - 1}) as old (form)
    cross join lateral (
      select mail_id from mail x where x.instance_id = ${instanceId} and x.form = old.form order by x.mail_id desc limit ${atMost(most)}
    ) m order by m.mail_id desc limit ${atMost(most)}`.execute(db);
  return rows.map((row) => row.mail_id);
}

export interface OldForm {
  readonly raw_hash: string;
  readonly raw_size: number;
  readonly unreadable: string | null;
  readonly subject: string;
  readonly people: MailPeople;
  readonly html: string;
  readonly warnings: readonly SenderWarning[];
  /** What it is signed by, and what was found of that since. */
  readonly signature: { readonly kind: string } | null;
  readonly unsubscribe: Pick<UnsubscribeOffer, 'url'> | null;
  /** Name and hash of each of its files, in their order. */
  readonly files: readonly (readonly [filename: string, hash: string])[];
  readonly ts: Date;
  readonly direction: Direction;
  readonly answered: boolean;
}

/** A mail, and what the form of the parser that read it last made of it. */
export async function findForm(db: Db, instanceId: number, mailId: number): Promise<OldForm | undefined> {
  const { rows } = await sql<Omit<OldForm, 'direction'> & { direction: number }>`
    select m.raw_hash, m.raw_size, m.unreadable, m.subject, m.people, m.html, m.warnings, m.signature, m.unsubscribe, a.ts, a.direction,
      coalesce((a.extras ->> 'answered')::boolean, false) as answered,
      coalesce((select json_agg(json_build_array(f.filename, f.blob_hash) order by f.part) from mail_attachment f
        where f.instance_id = m.instance_id and f.mail_id = m.mail_id), '[]') as files
    from mail m join activity a on a.instance_id = m.instance_id and a.activity_id = m.mail_id
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId}`.execute(db);
  const row = rows[0];
  return row && { ...row, direction: DIRECTIONS[row.direction] ?? 'incoming' };
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

/** Names a mail by what makes it this mail as the parser of today sees it, unless another one bears that name. */
export async function renameContent(db: Db, instanceId: number, mailId: number, key: string): Promise<void> {
  await sql`update mail set content_key = ${key} where instance_id = ${instanceId} and mail_id = ${mailId}
    and not exists (select from mail o where o.instance_id = ${instanceId} and o.content_key = ${key})`.execute(db);
}

const MAX_LONE = 100;

/** Mails of the same subject that name nothing they answer, and are still in a thread of their own. */
export async function loneAnswers(db: Db, instanceId: number, mailId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`
    select x.mail_id from mail m
    join mail x on x.instance_id = m.instance_id and x.subject_key = m.subject_key and x.mail_id <> m.mail_id
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId} and x.refs = '{}' and x.in_reply_to is null
      and x.thread_id = x.mail_id and x.thread_by <> 'hand'
    order by x.mail_id desc limit ${atMost(MAX_LONE)}`.execute(db);
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
