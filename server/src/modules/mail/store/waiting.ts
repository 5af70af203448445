import { sql, type Selectable } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import './tables.ts';

export interface WaitingCopy extends Selectable<Tables['mail_copy']> {
  readonly account_id: number;
  readonly role: Tables['mail_folder']['role'];
}

/** A fetched mail that is not in the lists yet. */
export async function findWaitingCopy(db: Db, instanceId: number, copyId: number): Promise<WaitingCopy | undefined> {
  const { rows } = await sql<WaitingCopy>`
    select c.*, f.account_id, f.role from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and c.copy_id = ${copyId} and c.mail_id is null`.execute(db);
  return rows[0];
}

/** Copies that wait for the lists together with others: not those that are no mails, nor those that have a job of their own. */
const isWaiting = sql`c.mail_id is null and not c.deleted and not c.alone and f.role not in ('trash', 'junk')`;

/** Fetched mails of an account that are to be listed, the newest first. */
export async function waitingCopies(
  db: Db,
  instanceId: number,
  accountId: number,
  limit: number,
): Promise<readonly WaitingCopy[]> {
  const { rows } = await sql<WaitingCopy>`select c.*, f.account_id, f.role from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and f.account_id = ${accountId} and ${isWaiting}
    order by f.role = 'inbox' desc, c.internal_date desc, c.copy_id limit ${atMost(limit)}`.execute(db);
  return rows;
}

/** How many fetched mails of an account wait for the lists, up to `limit`. */
export async function countWaiting(db: Db, instanceId: number, accountId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and f.account_id = ${accountId} and ${isWaiting} limit ${atMost(limit)}) waiting`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Those of these copies that still wait, taken for this transaction. */
export async function lockWaiting(
  db: Db,
  instanceId: number,
  copyIds: readonly number[],
): Promise<readonly WaitingCopy[]> {
  const { rows } = await sql<WaitingCopy>`select c.*, f.account_id, f.role from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and c.copy_id = any(${[...copyIds]}::bigint[]) and c.mail_id is null
    order by c.copy_id for update of c`.execute(db);
  return rows;
}

/** Gives a copy a job of its own. */
export async function setAlone(db: Db, instanceId: number, copyId: number): Promise<void> {
  await sql`update mail_copy set alone = true where instance_id = ${instanceId} and copy_id = ${copyId}`.execute(db);
}

/** Notes which mails in the lists copies are, and those that were thrown away before they came so far. */
export async function setMailsOfCopies(
  db: Db,
  instanceId: number,
  listed: readonly { readonly copyId: number; readonly mailId: number }[],
): Promise<void> {
  await sql`update mail_copy c set mail_id = n.mail_id
    from unnest(${listed.map(({ copyId }) => copyId)}::bigint[], ${listed.map(({ mailId }) => mailId)}::bigint[]) as n (copy_id, mail_id)
    where c.instance_id = ${instanceId} and c.copy_id = n.copy_id`.execute(db);
  await sql`update mail_copy t set mail_id = c.mail_id, place = c.place, recheck = true
    from mail_copy c join mail_folder cf on cf.instance_id = c.instance_id and cf.folder_id = c.folder_id
    join mail_folder tf on tf.instance_id = cf.instance_id and tf.account_id = cf.account_id and tf.role in ('trash', 'junk')
    where c.instance_id = ${instanceId} and c.copy_id = any(${listed.map(({ copyId }) => copyId)}::bigint[])
      and t.instance_id = c.instance_id and t.folder_id = tf.folder_id and t.raw_hash = c.raw_hash and t.mail_id is null`.execute(
    db,
  );
}
