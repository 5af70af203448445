import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { FolderRole, KnownFolder, OpenedFolder } from '../../../platform/mailwire/index.ts';
import './tables.ts';
import { dueAgain } from './broken.ts';
import { isHalfMoved } from './half-moved.ts';

interface FolderRow {
  readonly folder_id: number;
  readonly modseq: string | null;
  readonly mark: string | null;
  readonly first_uid_next: number;
}

/** Returns what is known of a folder. If the server has given its mails other UIDs, they are recognised by their bytes from now on. */
export async function openFolder(
  db: Db,
  instanceId: number,
  accountId: number,
  folder: OpenedFolder,
): Promise<KnownFolder> {
  await followRename(db, instanceId, accountId, folder);
  const { rows } = await sql<FolderRow>`
    insert into mail_folder as f (instance_id, account_id, path, role, uid_validity, first_uid_next, mailbox_id)
    values (${instanceId}, ${accountId}, ${folder.path}, ${folder.role}, ${folder.uidValidity}, ${folder.uidNext},
      ${folder.mailboxId ?? null})
    on conflict (instance_id, account_id, path) do update set role = excluded.role, mailbox_id = excluded.mailbox_id, missing = false,
      -- What lay in trash or junk must be found there again; elsewhere everything is fetched anyway.
      first_uid_next = case when f.uid_validity = excluded.uid_validity then f.first_uid_next
        when excluded.role in ('trash', 'junk') then 1 else excluded.first_uid_next end,
      modseq = case when f.uid_validity = excluded.uid_validity then f.modseq end,
      mark = case when f.uid_validity = excluded.uid_validity then f.mark end,
      uid_validity = excluded.uid_validity
    returning folder_id, modseq, mark, first_uid_next`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('A folder was not kept');
  await sql`update mail_copy set uid = null, recheck = true, target_path = null, target_uid = null
    where instance_id = ${instanceId} and folder_id = ${row.folder_id} and uid_validity <> ${folder.uidValidity}
      and uid is not null`.execute(db);
  const uids = await knownUids(db, instanceId, row.folder_id, folder);
  return {
    id: row.folder_id,
    modseq: row.modseq,
    mark: row.mark,
    fetchFrom: folder.role === 'trash' || folder.role === 'junk' ? row.first_uid_next : 0,
    uids,
    again: await dueAgain(db, instanceId, row.folder_id),
    formerly: uids.size === 0 ? await formerFolders(db, instanceId, accountId, folder.uidValidity) : [],
  };
}

/** The row of a folder that is gone becomes that of this one, where the server says that it is the same. */
async function followRename(db: Db, instanceId: number, accountId: number, folder: OpenedFolder): Promise<void> {
  if (!folder.mailboxId) return;
  await sql`update mail_folder set path = ${folder.path}, missing = false where instance_id = ${instanceId}
    and folder_id = (select folder_id from mail_folder where instance_id = ${instanceId} and account_id = ${accountId}
      and missing and mailbox_id = ${folder.mailboxId} order by folder_id desc limit 1)
    and not exists (select from mail_folder where instance_id = ${instanceId} and account_id = ${accountId}
      and path = ${folder.path})`.execute(db);
}

/** Also what an unfinished move has put there already: it is no mail that is new. */
async function knownUids(
  db: Db,
  instanceId: number,
  folderId: number,
  { path, uidValidity }: OpenedFolder,
): Promise<KnownFolder['uids']> {
  const { rows } = await sql<{ uid: number; seen: boolean; answered: boolean; flagged: boolean; deleted: boolean }>`
    select uid, seen, answered, flagged, deleted from mail_copy
    where instance_id = ${instanceId} and folder_id = ${folderId} and uid is not null
    union all
    select c.target_uid, c.seen, c.answered, c.flagged, c.deleted from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and c.want_place is not null and c.target_uid is not null and c.target_path = ${path}
      and c.target_uid_validity = ${uidValidity} and not ${isHalfMoved}
      and f.account_id = (select account_id from mail_folder where instance_id = ${instanceId} and folder_id = ${folderId})`.execute(
    db,
  );
  return new Map(rows.map(({ uid, ...flags }) => [uid, flags]));
}

/** Folders that are gone and had UIDs of the same kind, with what lay in them. */
async function formerFolders(
  db: Db,
  instanceId: number,
  accountId: number,
  uidValidity: number,
): Promise<KnownFolder['formerly']> {
  const { rows } = await sql<{ folder_id: number; uid: number; raw_size: number; internal_date: Date }>`
    select c.folder_id, c.uid, c.raw_size, c.internal_date from mail_folder f
    join mail_copy c on c.instance_id = f.instance_id and c.folder_id = f.folder_id
    where f.instance_id = ${instanceId} and f.account_id = ${accountId} and f.missing and f.uid_validity = ${uidValidity}
      and c.uid is not null and not c.truncated`.execute(db);
  return [...Map.groupBy(rows, (row) => row.folder_id)].map(([folderId, mails]) => ({
    folderId,
    mails: new Map(mails.map((it) => [it.uid, { size: it.raw_size, internalDate: it.internal_date.getTime() }])),
  }));
}

/** Copies of a folder that is gone lie in another one under the same UIDs. */
export async function adoptCopies(
  db: Db,
  instanceId: number,
  folderId: number,
  fromFolderId: number,
  uids: readonly number[],
): Promise<void> {
  await sql`update mail_folder set first_uid_next = (select first_uid_next from mail_folder
      where instance_id = ${instanceId} and folder_id = ${fromFolderId})
    where instance_id = ${instanceId} and folder_id = ${folderId}`.execute(db);
  await sql`update mail_copy set folder_id = ${folderId}, recheck = true
    where instance_id = ${instanceId} and folder_id = ${fromFolderId} and uid = any(${[...uids]}::bigint[])`.execute(
    db,
  );
}

/** Notes which folders the server still has. Returns the copies that are missing already. */
export async function noteFolders(
  db: Db,
  instanceId: number,
  accountId: number,
  paths: readonly string[],
): Promise<readonly number[]> {
  await sql`update mail_folder set missing = path <> all(${[...paths]}::text[]) where instance_id = ${instanceId}
    and account_id = ${accountId} and missing <> (path <> all(${[...paths]}::text[]))`.execute(db);
  const { rows } = await sql<{ copy_id: number }>`select c.copy_id from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and f.account_id = ${accountId} and c.recheck and c.uid is null`.execute(db);
  return rows.map((row) => row.copy_id);
}

/** What still lies in folders that are gone, when all others were looked at, lies nowhere. Returns those copies. */
export async function emptyMissingFolders(db: Db, instanceId: number, accountId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ copy_id: number }>`
    update mail_copy c set uid = null, recheck = true, target_path = null, target_uid = null from mail_folder f
    where c.instance_id = ${instanceId} and f.instance_id = c.instance_id and f.folder_id = c.folder_id
      and f.account_id = ${accountId} and f.missing and c.uid is not null returning c.copy_id`.execute(db);
  await sql`delete from mail_folder f where f.instance_id = ${instanceId} and f.account_id = ${accountId} and f.missing
    and not exists (select from mail_copy c where c.instance_id = f.instance_id and c.folder_id = f.folder_id)`.execute(
    db,
  );
  return rows.map((row) => row.copy_id);
}

export async function noteLook(
  db: Db,
  instanceId: number,
  folderId: number,
  { modseq, mark }: { readonly modseq: string | null; readonly mark: string },
): Promise<void> {
  await db
    .updateTable('mail_folder')
    .set({ modseq, mark })
    .where('instance_id', '=', instanceId)
    .where('folder_id', '=', folderId)
    .execute();
}

/** Row of a folder that mails are moved to, which may never have been opened. Undefined where it has other UIDs by now. */
export async function targetFolder(
  db: Db,
  instanceId: number,
  accountId: number,
  target: { readonly path: string; readonly role: FolderRole; readonly uidValidity: number; readonly next: number },
): Promise<number | undefined> {
  await sql`insert into mail_folder (instance_id, account_id, path, role, uid_validity, first_uid_next)
    values (${instanceId}, ${accountId}, ${target.path}, ${target.role}, ${target.uidValidity}, ${target.next})
    on conflict (instance_id, account_id, path) do nothing`.execute(db);
  const { rows } = await sql<{ folder_id: number }>`select folder_id from mail_folder where instance_id = ${instanceId}
    and account_id = ${accountId} and path = ${target.path} and uid_validity = ${target.uidValidity}`.execute(db);
  return rows[0]?.folder_id;
}
