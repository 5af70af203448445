import type { MailServerFault } from '@kontor/contract/mail';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import './tables.ts';
import { joinAllowed, selectAllowed, type AllowedPeople } from '../teamwork/store/rights.ts';
import { leaveAddress } from './addresses.ts';

/** An account with its box: who belongs to it and whether they share their states. */
export interface AccountRow extends Selectable<Tables['mail_account']>, AllowedPeople {
  readonly member_ids: readonly number[];
  readonly shared_state: boolean;
}

const selectAccounts = sql`select a.*, b.shared_state, coalesce(m.ids, '{}') as member_ids, ${selectAllowed}
  from mail_account a join box b on b.instance_id = a.instance_id and b.box_id = a.box_id
  left join lateral (select array_agg(user_id order by user_id) as ids from box_member
    where instance_id = a.instance_id and box_id = a.box_id) m on true
  ${joinAllowed}`;

/** Accounts that are read, with the older first. */
export async function activeAccounts(db: Db, instanceId: number): Promise<readonly AccountRow[]> {
  const { rows } = await sql<AccountRow>`${selectAccounts}
    where a.instance_id = ${instanceId} and a.removed_at is null order by a.account_id`.execute(db);
  return rows;
}

export async function findAccount(db: Db, instanceId: number, accountId: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`${selectAccounts}
    where a.instance_id = ${instanceId} and a.account_id = ${accountId} and a.removed_at is null`.execute(db);
  return rows[0];
}

/** Accounts of an instance that are read, and those of them that cannot be at the moment. */
export async function countMailboxes(
  db: Db,
  instanceId: number,
): Promise<{ readonly read: number; readonly failing: number }> {
  const { rows } = await sql<{ read: number; failing: number }>`
    select count(*) as read, count(fault) as failing from mail_account
    where instance_id = ${instanceId} and removed_at is null and not paused`.execute(db);
  return rows[0] ?? { read: 0, failing: 0 };
}

/** An account, also one that is removed. */
export async function findAnyAccount(db: Db, instanceId: number, accountId: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`${selectAccounts}
    where a.instance_id = ${instanceId} and a.account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** The account of a box, also one that is read no more. */
export async function accountOfBox(db: Db, instanceId: number, boxId: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`${selectAccounts}
    where a.instance_id = ${instanceId} and a.box_id = ${boxId} order by a.account_id desc limit 1`.execute(db);
  return rows[0];
}

export interface AccountFields {
  readonly name: string;
  readonly email: string;
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly userName: string;
  readonly trustedFingerprint: string | null;
  readonly authentication: 'password' | 'oauth2';
  readonly oauth2: { readonly tokenUrl: string; readonly clientId: string } | null;
}

/** What an account signs in with, sealed. What is left out stays as it is. */
export interface SealedSecrets {
  readonly password?: string;
  readonly clientSecret?: string;
  readonly refreshToken?: string;
}

const columnsOf = (fields: AccountFields) => ({
  name: fields.name,
  email: fields.email,
  host: fields.host,
  port: fields.port,
  security: fields.security,
  user_name: fields.userName,
  trusted_fingerprint: fields.trustedFingerprint,
  authentication: fields.authentication,
  token_url: fields.oauth2?.tokenUrl ?? null,
  client_id: fields.oauth2?.clientId ?? null,
});

/** Whether another account that is read has this server and user name. */
export async function isTaken(db: Db, instanceId: number, fields: AccountFields, butFor = 0): Promise<boolean> {
  const { rows } = await sql`select from mail_account where instance_id = ${instanceId} and removed_at is null
    and lower(host) = ${fields.host.toLowerCase()} and user_name = ${fields.userName} and account_id <> ${butFor}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Inserts an account without a password, which is sealed to the id that it gets here. */
export async function insertAccount(
  db: Db,
  instanceId: number,
  fields: AccountFields & { readonly boxId: number; readonly ownerId: number },
): Promise<number> {
  const { account_id } = await db
    .insertInto('mail_account')
    .values({
      instance_id: instanceId,
      box_id: fields.boxId,
      owner_id: fields.ownerId,
      sealed_password: '',
      ...columnsOf(fields),
    })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  return account_id;
}

export async function updateAccount(
  db: Db,
  instanceId: number,
  accountId: number,
  fields: AccountFields,
): Promise<void> {
  await db
    .updateTable('mail_account')
    .set({ ...columnsOf(fields), fault: null })
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function setSecrets(db: Db, instanceId: number, accountId: number, sealed: SealedSecrets): Promise<void> {
  const { password, clientSecret, refreshToken } = sealed;
  if (password === undefined && clientSecret === undefined && refreshToken === undefined) return;
  await db
    .updateTable('mail_account')
    .set({
      ...(password === undefined ? {} : { sealed_password: password }),
      ...(clientSecret === undefined ? {} : { sealed_client_secret: clientSecret }),
      ...(refreshToken === undefined ? {} : { sealed_refresh_token: refreshToken }),
    })
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Stops or goes on reading an account. */
export async function setPaused(db: Db, instanceId: number, accountId: number, paused: boolean): Promise<void> {
  await db
    .updateTable('mail_account')
    .set({ paused })
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Ends the reading of an account: its secret and all that is known of its server goes, its mails stay. */
export async function retireAccount(db: Db, instanceId: number, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('mail_account')
    .set({
      removed_at: now,
      sealed_password: '',
      sealed_client_secret: null,
      sealed_refresh_token: null,
      sealed_smtp_password: null,
    })
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .execute();
  await db
    .deleteFrom('mail_folder')
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .execute();
  await leaveAddress(db, accountId);
}

/** What became of reading an account: a fault, all of it, or so far no more than how many mails there are. */
export type Outcome = { readonly fault: MailServerFault } | { readonly syncedAt: Date } | { readonly onServer: number };

export async function noteOutcome(db: Db, instanceId: number, accountId: number, outcome: Outcome): Promise<void> {
  await db
    .updateTable('mail_account')
    .set(
      'fault' in outcome
        ? { fault: JSON.stringify(outcome.fault) }
        : 'onServer' in outcome
          ? { on_server: outcome.onServer }
          : { fault: null, last_sync: outcome.syncedAt, on_server: null },
    )
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .execute();
}

/** How far the mails of an account are: in the lists, fetched and waiting, and not readable. */
export async function countCopies(
  db: Db,
  instanceId: number,
  accountId: number,
): Promise<{ listed: number; waiting: number; unreadable: number }> {
  const { rows } = await sql<{ listed: number; waiting: number; unreadable: number }>`
    select count(c.mail_id)::int as listed,
      count(*) filter (where c.mail_id is null and not c.deleted and f.role not in ('trash', 'junk'))::int as waiting,
      count(m.unreadable)::int as unreadable
    from mail_copy c join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    left join mail m on m.instance_id = c.instance_id and m.mail_id = c.mail_id and m.unreadable is not null
    where c.instance_id = ${instanceId} and f.account_id = ${accountId}`.execute(db);
  return rows[0] ?? { listed: 0, waiting: 0, unreadable: 0 };
}

/** The accounts that a mail has come to. */
export async function accountsOfMail(db: Db, instanceId: number, mailId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select f.account_id from mail_copy c join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
      where c.instance_id = ${instanceId} and c.mail_id = ${mailId}
    union select account_id from mail_received where instance_id = ${instanceId} and mail_id = ${mailId}`.execute(db);
  return rows.map((row) => row.account_id);
}
