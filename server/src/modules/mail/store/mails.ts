import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { BoxItem, ItemFile } from '../../activity/index.ts';
import './tables.ts';
import './reader-tables.ts';

export type MailRow = Selectable<Tables['mail']>;
export type AttachmentRow = Selectable<Tables['mail_attachment']>;
export type NewAttachment = Omit<Insertable<Tables['mail_attachment']>, 'instance_id' | 'mail_id' | 'attachment_id'>;

/** Waits for whoever else lists mails of these keys, one after the other; the locks end with the transaction. */
export async function lockContentKeys(db: Db, instanceId: number, keys: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(k.key, ${instanceId}::bigint))
    from unnest(${[...keys]}::text[]) as k (key)`.execute(db);
}

/** Mails that are there already, by their keys. */
export async function findMailsByKeys(
  db: Db,
  instanceId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ content_key: string; mail_id: number }>`select content_key, mail_id from mail
    where instance_id = ${instanceId} and content_key = any(${[...keys]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.content_key, row.mail_id]));
}

/** Rows that one statement takes; each value is a parameter, of which it may have 65,535. */
const MAX_ROWS = 1000;

export async function insertMails(
  db: Db,
  mails: readonly { readonly mail: Insertable<Tables['mail']>; readonly attachments: readonly NewAttachment[] }[],
): Promise<void> {
  const rows = mails.map(({ mail }) => mail);
  for (let from = 0; from < rows.length; from += MAX_ROWS)
    await db
      .insertInto('mail')
      .values(rows.slice(from, from + MAX_ROWS))
      .execute();
  const files = mails.flatMap(({ mail, attachments }) =>
    attachments.map((row) => ({ ...row, instance_id: mail.instance_id, mail_id: mail.mail_id })),
  );
  for (let from = 0; from < files.length; from += MAX_ROWS)
    await db
      .insertInto('mail_attachment')
      .values(files.slice(from, from + MAX_ROWS))
      .execute();
}

/** A mail where one person sees it; undefined where it is not theirs. */
export async function findMail(
  db: Db,
  instanceId: number,
  userId: number,
  mailId: number,
): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    select m.* from mail m
    join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.mail_id and au.user_id = ${userId}
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId}`.execute(db);
  return rows[0];
}

/** Subject and people of mails. */
export const headsOf = (
  db: Db,
  instanceId: number,
  mailIds: readonly number[],
): Promise<Pick<MailRow, 'mail_id' | 'subject' | 'people'>[]> =>
  db
    .selectFrom('mail')
    .select(['mail_id', 'subject', 'people'])
    .where('instance_id', '=', instanceId)
    .where('mail_id', 'in', [...mailIds])
    .execute();

/** Most of a mail's HTML in which it is looked for why it was found. */
const MAX_LOOKED_AT = 60_000;

/** What mails say, where it need not be whole. */
export async function textsOf(
  db: Db,
  instanceId: number,
  mailIds: readonly number[],
): Promise<readonly (Pick<MailRow, 'mail_id' | 'people' | 'html'> & { readonly files: readonly string[] })[]> {
  const { rows } = await sql<Pick<MailRow, 'mail_id' | 'people' | 'html'> & { files: string[] }>`
    select m.mail_id, m.people, left(m.html, ${MAX_LOOKED_AT}) as html, array(
      select f.filename from mail_attachment f where f.instance_id = m.instance_id and f.mail_id = m.mail_id
        and (f.disposition = 'attachment' or f.content_id is null) order by f.part) as files
    from mail m where m.instance_id = ${instanceId} and m.mail_id = any(${[...mailIds]}::bigint[])`.execute(db);
  return rows;
}

/** The files of mails: those that are listed as such, and no pictures in their text. */
export async function filesOf(
  db: Db,
  instanceId: number,
  mailIds: readonly number[],
): Promise<readonly (ItemFile & { readonly mailId: number })[]> {
  const { rows } = await sql<ItemFile & { mailId: number }>`
    select mail_id as "mailId", part, filename as name, content_type as type, size, blob_hash as hash from mail_attachment
    where instance_id = ${instanceId} and mail_id = any(${[...mailIds]}::bigint[]) and (disposition = 'attachment' or content_id is null)
    order by mail_id, part`.execute(db);
  return rows;
}

export interface MailInFull<Entry> extends MailRow {
  readonly entry: Entry;
  readonly attachments: readonly AttachmentRow[] | null;
}

/**
 * Returns mails with their attachments and their list entries. `entries` reads the entries of the mails that the person sees. Mails whose
 * HTML would bring the sum above `maxBytes` are left out.
 */
export async function findInFull<Entry>(
  db: Db,
  instanceId: number,
  ids: readonly number[],
  entries: RawBuilder<Entry>,
  maxBytes: number,
): Promise<readonly MailInFull<Entry>[]> {
  const { rows } = await sql<MailInFull<Entry>>`
    with entry as materialized (${entries}),
    sized as (
      select row_to_json(entry) as entry, m.*, array_position(${[...ids]}::bigint[], m.mail_id) as place,
        sum(octet_length(m.html)) over (order by array_position(${[...ids]}::bigint[], m.mail_id)) as bytes
      from entry join mail m on m.instance_id = ${instanceId} and m.mail_id = entry.activity_id
    )
    select sized.*, (
      select json_agg(file order by file.part) from mail_attachment file
      where file.instance_id = ${instanceId} and file.mail_id = sized.mail_id
    ) as attachments
    from sized where bytes <= ${maxBytes} order by place`.execute(db);
  return rows;
}

/** The heads of mails with their list entries, which `entries` answers for those that the person sees. */
export async function headsWithEntries<Entry>(
  db: Db,
  instanceId: number,
  entries: RawBuilder<Entry>,
): Promise<readonly (Pick<MailRow, 'mail_id' | 'people'> & { readonly entry: Entry })[]> {
  const { rows } = await sql<Pick<MailRow, 'mail_id' | 'people'> & { entry: Entry }>`
    with entry as materialized (${entries})
    select m.mail_id, m.people, row_to_json(entry) as entry from entry
    join mail m on m.instance_id = ${instanceId} and m.mail_id = entry.activity_id`.execute(db);
  return rows;
}

export const attachmentsOf = (db: Db, instanceId: number, mailId: number): Promise<AttachmentRow[]> =>
  db
    .selectFrom('mail_attachment')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('mail_id', '=', mailId)
    .orderBy('part')
    .execute();

export const findAttachment = (
  db: Db,
  instanceId: number,
  mailId: number,
  storageKey: string,
): Promise<AttachmentRow | undefined> =>
  db
    .selectFrom('mail_attachment')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('mail_id', '=', mailId)
    .where(sql<string>`coalesce(storage_key, part::text)`, '=', storageKey)
    .executeTakeFirst();

/** Mails of a box below an id, the newest ids first, each with the furthest state that somebody has reached with it. */
export async function mailsOfBox(
  db: Db,
  instanceId: number,
  boxId: number,
  before: number | null,
  limit: number,
): Promise<readonly BoxItem[]> {
  const { rows } = await sql<BoxItem>`
    select au.activity_id, max(au.status) as status from activity_user au
    join mail m on m.instance_id = au.instance_id and m.mail_id = au.activity_id
    where au.instance_id = ${instanceId} and au.box_id = ${boxId} and (${before}::bigint is null or au.activity_id < ${before}::bigint)
    group by au.activity_id order by au.activity_id desc limit ${atMost(limit)}`.execute(db);
  return rows;
}

/** Lets people who leave a box see the mails that lie in another box of theirs too through that one from now on. */
export async function keepThroughOtherBoxes(
  db: Db,
  instanceId: number,
  boxId: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`
    update activity_user seen set box_id = other.box_id
    from (
      select distinct on (copy.mail_id, member.user_id) copy.mail_id, member.user_id, member.box_id
      from box_member member
      join mail_account account on account.instance_id = member.instance_id and account.box_id = member.box_id
      join (
        select folder.instance_id, folder.account_id, copy.mail_id from mail_folder folder
        join mail_copy copy on copy.instance_id = folder.instance_id and copy.folder_id = folder.folder_id
        union all select instance_id, account_id, mail_id from mail_received
      ) copy on copy.instance_id = account.instance_id and copy.account_id = account.account_id
      where member.instance_id = ${instanceId} and member.user_id = any(${[...userIds]}::int[])
        and member.box_id <> ${boxId} and copy.mail_id is not null
    ) other
    where seen.instance_id = ${instanceId} and seen.box_id = ${boxId}
      and seen.activity_id = other.mail_id and seen.user_id = other.user_id`.execute(db);
}

/** Which of these mails a person sees, in whatever state. */
export async function mailsSeen(
  db: Db,
  instanceId: number,
  userId: number,
  mailIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('activity_user')
    .select('activity_id')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('activity_id', 'in', mailIds)
    .execute();
  return new Set(rows.map((row) => row.activity_id));
}
