import { sql, type Selectable } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import '../tables.ts';

export type AppendRow = Selectable<Tables['mail_append']>;
type NewAppend = Pick<
  AppendRow,
  | 'instance_id'
  | 'account_id'
  | 'mail_id'
  | 'role'
  | 'raw_hash'
  | 'raw_size'
  | 'message_id'
  | 'reference'
  | 'flags'
  | 'internal_date'
  | 'not_before'
  | 'looks_left'
>;

/** Wants a mail to be put into a mailbox on its server; wanted twice it is once there. */
export async function wantAppend(db: Db, append: NewAppend): Promise<void> {
  await db
    .insertInto('mail_append')
    .values({ ...append, flags: [...append.flags] })
    .onConflict((conflict) => conflict.columns(['instance_id', 'account_id', 'mail_id', 'role']).doNothing())
    .execute();
}

/** The bytes of a mail, whoever sees it; undefined where it is not there. */
export const bytesOfMail = (
  db: Db,
  instanceId: number,
  mailId: number,
): Promise<Pick<AppendRow, 'raw_hash' | 'raw_size'> | undefined> =>
  db
    .selectFrom('mail')
    .select(['raw_hash', 'raw_size'])
    .where('instance_id', '=', instanceId)
    .where('mail_id', '=', mailId)
    .executeTakeFirst();

const MAX_AT_ONCE = 50;

/** What is due in an account. */
export async function dueAppends(
  db: Db,
  instanceId: number,
  accountId: number,
  now: Date,
): Promise<readonly AppendRow[]> {
  return db
    .selectFrom('mail_append')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .where('stage', 'in', ['wanted', 'begun'])
    .where('not_before', '<=', now)
    .orderBy('append_id')
    .limit(atMost(MAX_AT_ONCE))
    .execute();
}

export const findAppend = (db: Db, instanceId: number, appendId: number): Promise<AppendRow | undefined> =>
  db
    .selectFrom('mail_append')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('append_id', '=', appendId)
    .executeTakeFirst();

/** Sets what is known of mails that are still to be put there. Returns their ids. */
export async function setAppends(
  db: Db,
  instanceId: number,
  appendIds: readonly number[],
  set: Partial<
    Pick<AppendRow, 'stage' | 'target_path' | 'target_uid_validity' | 'target_next' | 'fault' | 'not_before'>
  >,
): Promise<readonly number[]> {
  const rows = await db
    .updateTable('mail_append')
    .set(set)
    .where('instance_id', '=', instanceId)
    .where(sql<boolean>`append_id = any(${[...appendIds]}::bigint[])`)
    .where('stage', 'in', ['wanted', 'begun'])
    .returning('append_id')
    .execute();
  return rows.map((row) => row.append_id);
}

/** Notes that mails were looked for and are not there; they are due again at `next`. */
export async function countLooks(db: Db, instanceId: number, appendIds: readonly number[], next: Date): Promise<void> {
  await sql`update mail_append set looks_left = greatest(looks_left - 1, 0), not_before = ${next}
    where instance_id = ${instanceId} and append_id = any(${[...appendIds]}::bigint[]) and stage in ('wanted', 'begun')`.execute(
    db,
  );
}

/** What was not put there yet is not to be. */
export async function dropAppends(
  db: Db,
  instanceId: number,
  accountId: number,
  mailIds: readonly number[],
): Promise<void> {
  await sql`delete from mail_append where instance_id = ${instanceId} and account_id = ${accountId} and stage = 'wanted'
    and mail_id = any(${[...mailIds]}::bigint[])`.execute(db);
}

/** Whether a mail is put into a sent folder from here. */
export async function isAppended(db: Db, { instance_id: instanceId }: Pick<AppendRow, 'instance_id'>, mailId: number) {
  const { rows } = await sql`select from mail_append where instance_id = ${instanceId} and mail_id = ${mailId}
    and role = 'sent'`.execute(db);
  return rows.length > 0;
}

/** What lies in the mailbox already need not be put there. */
export async function endThere(db: Db, instanceId: number, accountId: number): Promise<void> {
  await sql`update mail_append a set stage = 'done' where a.instance_id = ${instanceId} and a.account_id = ${accountId}
    and a.stage in ('wanted', 'begun') and exists (
      select from mail_copy c join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
      where c.instance_id = a.instance_id and c.mail_id = a.mail_id and f.account_id = a.account_id and c.uid is not null
        and (a.role = 'inbox' or f.role = 'sent'))`.execute(db);
}

/** Accounts in which something is due, over all instances. */
export async function accountsWithAppends(
  owner: Db,
  now: Date,
): Promise<readonly { readonly instance_id: number; readonly account_id: number }[]> {
  const { rows } = await sql<{ instance_id: number; account_id: number }>`select distinct instance_id, account_id
    from mail_append where stage in ('wanted', 'begun') and not_before <= ${now} limit 1000`.execute(owner);
  return rows;
}
