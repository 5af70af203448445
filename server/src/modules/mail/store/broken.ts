import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ArrivedMail } from './copies.ts';
import './tables.ts';

/** When a mail that breaks the connection is tried again by itself. */
const RETRY_AFTER = '1 day';

/** UIDs of a folder whose mails were set aside because they break the connection, and whose next try is due. */
export async function dueAgain(db: Db, instanceId: number, folderId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ uid: number }>`select uid from mail_copy where instance_id = ${instanceId}
    and folder_id = ${folderId} and retry_at <= now() and uid is not null`.execute(db);
  return rows.map((row) => row.uid);
}

/**
 * Puts the bytes of mails that were set aside before in place of what stood for them, or puts their next try off. Returns the mails in
 * the lists that there is now more of.
 */
export async function replaceBroken(
  db: Db,
  instanceId: number,
  folderId: number,
  mails: readonly ArrivedMail[],
): Promise<readonly number[]> {
  const broken = mails.map(({ isBroken = false }) => isBroken);
  const { rows } = await sql<{ mail_id: number | null; raw_hash: string; raw_size: number }>`
    update mail_copy c set retry_at = case when n.broken then now() + ${RETRY_AFTER}::interval end,
      raw_hash = case when n.broken then c.raw_hash else n.raw_hash end,
      raw_size = case when n.broken then c.raw_size else n.raw_size end,
      truncated = n.truncated
    from unnest(${mails.map(({ uid }) => uid)}::bigint[], ${broken}::boolean[], ${mails.map((it) => it.truncated)}::boolean[],
      ${mails.map((it) => it.rawHash)}::text[], ${mails.map((it) => it.rawSize)}::bigint[]) as n (uid, broken, truncated, raw_hash, raw_size)
    where c.instance_id = ${instanceId} and c.folder_id = ${folderId} and c.uid = n.uid and c.retry_at is not null
    returning c.mail_id, c.raw_hash, c.raw_size`.execute(db);
  const listed = rows.filter(({ mail_id: mailId }) => mailId !== null);
  const { rows: changed } = await sql<{ mail_id: number }>`
    update mail m set raw_hash = n.raw_hash, raw_size = n.raw_size
    from unnest(${listed.map((it) => it.mail_id)}::bigint[], ${listed.map((it) => it.raw_hash)}::text[],
      ${listed.map((it) => it.raw_size)}::bigint[]) as n (mail_id, raw_hash, raw_size)
    where m.instance_id = ${instanceId} and m.mail_id = n.mail_id and m.unreadable is not null and m.raw_hash <> n.raw_hash
    returning m.mail_id`.execute(db);
  return changed.map((row) => row.mail_id);
}

/** Notes which of the mails that were just kept are to be fetched again. */
export async function noteBroken(
  db: Db,
  instanceId: number,
  folderId: number,
  mails: readonly ArrivedMail[],
): Promise<void> {
  const uids = mails.filter(({ isBroken }) => isBroken).map(({ uid }) => uid);
  if (uids.length === 0) return;
  await sql`update mail_copy set retry_at = now() + ${RETRY_AFTER}::interval
    where instance_id = ${instanceId} and folder_id = ${folderId} and uid = any(${uids}::bigint[])`.execute(db);
}

/** Lets mails that were set aside be fetched again at the next look. Returns their accounts. */
export async function retryBroken(db: Db, instanceId: number, mailIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`update mail_copy c set retry_at = now() from mail_folder f
    where c.instance_id = ${instanceId} and c.mail_id = any(${[...mailIds]}::bigint[]) and c.retry_at is not null
      and f.instance_id = c.instance_id and f.folder_id = c.folder_id returning f.account_id`.execute(db);
  return [...new Set(rows.map((row) => row.account_id))];
}
