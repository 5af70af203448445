import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { FetchedMail, FlagPush, KnownFolder, MailFlags, OpenedFolder } from '../../../platform/mailwire/index.ts';
import '../tables.ts';

/** Tells what is known of a folder; one whose UIDs became others, or a new one, is begun empty. */
export async function openFolder(
  db: Db,
  instanceId: number,
  accountId: number,
  folder: OpenedFolder,
): Promise<KnownFolder> {
  const { rows } = await sql<{ folder_id: number; modseq: string | null; uid_validity: number; renewed: boolean }>`
    insert into mail_folder as f (instance_id, account_id, path, role, uid_validity, first_uid_next)
    values (${instanceId}, ${accountId}, ${folder.path}, ${folder.role}, ${folder.uidValidity}, ${folder.uidNext})
    on conflict (instance_id, account_id, path) do update set role = excluded.role,
      first_uid_next = case when f.uid_validity = excluded.uid_validity then f.first_uid_next else excluded.first_uid_next end,
      modseq = case when f.uid_validity = excluded.uid_validity then f.modseq end,
      uid_validity = excluded.uid_validity
    returning folder_id, modseq`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('A folder was not kept');
  await sql`delete from mail_copy where instance_id = ${instanceId} and folder_id = ${row.folder_id}
    and uid_validity <> ${folder.uidValidity}`.execute(db);
  const copies = await db
    .selectFrom('mail_copy')
    .select(['uid', 'seen', 'answered', 'flagged', 'deleted'])
    .where('instance_id', '=', instanceId)
    .where('folder_id', '=', row.folder_id)
    .execute();
  return { id: row.folder_id, modseq: row.modseq, uids: new Map(copies.map(({ uid, ...flags }) => [uid, flags])) };
}

export async function forgetOtherFolders(
  db: Db,
  instanceId: number,
  accountId: number,
  paths: readonly string[],
): Promise<void> {
  await sql`delete from mail_folder where instance_id = ${instanceId} and account_id = ${accountId}
    and path <> all(${[...paths]}::text[])`.execute(db);
}

export async function setModseq(db: Db, instanceId: number, folderId: number, modseq: string | null): Promise<void> {
  await db
    .updateTable('mail_folder')
    .set({ modseq })
    .where('instance_id', '=', instanceId)
    .where('folder_id', '=', folderId)
    .where(sql<boolean>`modseq is distinct from ${modseq}`)
    .execute();
}

/** Keeps a fetched mail; undefined where it is kept already. */
export async function insertCopy(
  db: Db,
  instanceId: number,
  folderId: number,
  mail: FetchedMail,
  rawHash: string,
): Promise<number | undefined> {
  const { flags } = mail;
  const { rows } = await sql<{ copy_id: number }>`
    insert into mail_copy (instance_id, folder_id, uid_validity, uid, seen, answered, flagged, deleted, was_there, truncated,
      internal_date, raw_hash, raw_size)
    select ${instanceId}, folder_id, uid_validity, ${mail.uid}, ${flags.seen}, ${flags.answered}, ${flags.flagged}, ${flags.deleted},
      ${mail.uid} < first_uid_next, ${mail.truncated}, ${new Date(mail.internalDate)}, ${rawHash}, ${mail.raw.byteLength}
    from mail_folder where instance_id = ${instanceId} and folder_id = ${folderId}
    on conflict (instance_id, folder_id, uid_validity, uid) do nothing returning copy_id`.execute(db);
  return rows[0]?.copy_id;
}

export interface WaitingCopy extends Selectable<Tables['mail_copy']> {
  readonly account_id: number;
  readonly role: Tables['mail_folder']['role'];
}

/** A fetched mail that is not in the lists yet; `lock` keeps others from changing it in this transaction. */
export async function findWaitingCopy(
  db: Db,
  instanceId: number,
  copyId: number,
  lock = false,
): Promise<WaitingCopy | undefined> {
  const { rows } = await sql<WaitingCopy>`
    select c.*, f.account_id, f.role from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and c.copy_id = ${copyId} and c.mail_id is null
    ${lock ? sql`for update of c` : sql``}`.execute(db);
  return rows[0];
}

export async function waitingCopies(db: Db, instanceId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('mail_copy')
    .select('copy_id')
    .where('instance_id', '=', instanceId)
    .where('mail_id', 'is', null)
    .where('deleted', '=', false)
    .orderBy('copy_id')
    .execute();
  return rows.map((row) => row.copy_id);
}

export async function setMailOfCopy(db: Db, instanceId: number, copyId: number, mailId: number): Promise<void> {
  await db
    .updateTable('mail_copy')
    .set({ mail_id: mailId })
    .where('instance_id', '=', instanceId)
    .where('copy_id', '=', copyId)
    .execute();
}

/** The mails in the lists that some messages of a folder are. */
export async function mailsOfUids(
  db: Db,
  instanceId: number,
  folderId: number,
  uids: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`select distinct mail_id from mail_copy
    where instance_id = ${instanceId} and folder_id = ${folderId} and uid = any(${[...uids]}::bigint[])
      and mail_id is not null`.execute(db);
  return rows.map((row) => row.mail_id);
}

export interface FlagChange {
  readonly copy_id: number;
  readonly mail_id: number | null;
  readonly deleted: boolean;
  readonly seen: boolean;
  readonly seen_changed: boolean;
  readonly answered_changed: boolean;
}

/** Takes over flags from the server and answers what changed. A wish that the server now fulfils is none any more. */
export async function takeFlags(
  db: Db,
  instanceId: number,
  folderId: number,
  changes: ReadonlyMap<number, MailFlags>,
): Promise<readonly FlagChange[]> {
  const all = [...changes.values()];
  const column = (name: keyof MailFlags) => sql`${all.map((flags) => flags[name])}::boolean[]`;
  const { rows } = await sql<FlagChange>`
    with now as (
      select * from unnest(${[...changes.keys()]}::bigint[], ${column('seen')}, ${column('answered')}, ${column('flagged')},
        ${column('deleted')}) as n (uid, seen, answered, flagged, deleted)
    ), before as (
      select c.copy_id, c.uid, c.seen, c.answered from mail_copy c join now using (uid)
      where c.instance_id = ${instanceId} and c.folder_id = ${folderId} for update of c
    )
    update mail_copy c set seen = now.seen, answered = now.answered, flagged = now.flagged, deleted = now.deleted,
      want_seen = case when c.want_seen <> now.seen then c.want_seen end
    from now, before where c.instance_id = ${instanceId} and c.copy_id = before.copy_id and now.uid = before.uid
    returning c.copy_id, c.mail_id, c.deleted, c.seen, before.seen <> c.seen as seen_changed, c.answered and not before.answered as answered_changed`.execute(
    db,
  );
  return rows;
}

export async function removeCopies(
  db: Db,
  instanceId: number,
  folderId: number,
  uids: readonly number[],
): Promise<void> {
  await sql`delete from mail_copy where instance_id = ${instanceId} and folder_id = ${folderId}
    and uid = any(${[...uids]}::bigint[])`.execute(db);
}

/** Notes what the copies of mails should look like on their servers, after people changed states. Answers the accounts concerned. */
export async function wantSeen(
  db: Db,
  instanceId: number,
  wishes: readonly {
    readonly activityId: number;
    readonly userId: number;
    readonly boxId: number;
    readonly seen: boolean;
  }[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`
    update mail_copy c set want_seen = case when c.seen <> w.seen then w.seen end
    from unnest(${wishes.map((w) => w.activityId)}::bigint[], ${wishes.map((w) => w.userId)}::int[],
      ${wishes.map((w) => w.boxId)}::int[], ${wishes.map((w) => w.seen)}::boolean[]) as w (mail_id, user_id, box_id, seen),
      mail_folder f, mail_account a, box b
    where c.instance_id = ${instanceId} and c.mail_id = w.mail_id and f.instance_id = c.instance_id and f.folder_id = c.folder_id
      and a.instance_id = c.instance_id and a.account_id = f.account_id and b.instance_id = a.instance_id and b.box_id = a.box_id
      and (a.owner_id = w.user_id or (b.shared_state and a.box_id = w.box_id))
    returning a.account_id`.execute(db);
  return [...new Set(rows.map((row) => row.account_id))];
}

export async function foldersToPush(db: Db, instanceId: number, accountId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ path: string }>`
    select distinct f.path from mail_folder f join mail_copy c on c.instance_id = f.instance_id and c.folder_id = f.folder_id
    where f.instance_id = ${instanceId} and f.account_id = ${accountId} and c.want_seen is not null`.execute(db);
  return rows.map((row) => row.path);
}

export async function flagsToPush(db: Db, instanceId: number, folderId: number): Promise<readonly FlagPush[]> {
  const rows = await db
    .selectFrom('mail_copy')
    .select(['uid', 'want_seen'])
    .where('instance_id', '=', instanceId)
    .where('folder_id', '=', folderId)
    .where('want_seen', 'is not', null)
    .limit(1000)
    .execute();
  return rows.map(({ uid, want_seen: seen }) => ({ uid, add: seen ? ['\\Seen'] : [], remove: seen ? [] : ['\\Seen'] }));
}

/** Notes that the server has a flag as it was wished; a wish that changed meanwhile stays. */
export async function notePushed(
  db: Db,
  instanceId: number,
  folderId: number,
  uid: number,
  seen: boolean,
): Promise<void> {
  await sql`update mail_copy set seen = ${seen}, want_seen = case when want_seen <> ${seen} then want_seen end
    where instance_id = ${instanceId} and folder_id = ${folderId} and uid = ${uid}`.execute(db);
}
