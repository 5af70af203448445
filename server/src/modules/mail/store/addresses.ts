import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import './tables.ts';

/** Gives an address, by its key, to an account in place of the one it had. Returns false where another account has it. */
export async function takeAddress(db: Db, accountId: number, key: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select take_mail_address(${accountId}, ${key}) as taken`.execute(db);
  return rows[0]?.taken === true;
}

/** Sets the address of an account free. */
export async function leaveAddress(db: Db, accountId: number): Promise<void> {
  await sql`select leave_mail_address(${accountId})`.execute(db);
}

/** Whose an address is, over all instances: only the owner may ask. */
export async function findAddress(
  owner: Db,
  key: string,
): Promise<{ instance_id: number; account_id: number } | undefined> {
  const { rows } = await sql<{ instance_id: number; account_id: number }>`
    select instance_id, account_id from mail_address where address = ${key}`.execute(owner);
  return rows[0];
}

/** The oldest address of a domain (of all domains for undefined), over all instances: only the owner may ask. */
export async function findOldestAddress(
  owner: Db,
  domain: string | undefined,
): Promise<{ instance_id: number; account_id: number; address: string } | undefined> {
  const ending = domain === undefined ? '' : `@${domain}`;
  const { rows } = await sql<{ instance_id: number; account_id: number; address: string }>`
    select instance_id, account_id, address from mail_address
    where right(address, ${ending.length}) = ${ending} order by instance_id, account_id limit 1`.execute(owner);
  return rows[0];
}

/** Inserts an account without a server. */
export async function insertAddress(
  db: Db,
  instanceId: number,
  fields: { readonly boxId: number; readonly ownerId: number; readonly name: string; readonly email: string },
): Promise<number> {
  const { account_id } = await db
    .insertInto('mail_account')
    .values({
      instance_id: instanceId,
      box_id: fields.boxId,
      owner_id: fields.ownerId,
      kind: 'smtp',
      name: fields.name,
      email: fields.email,
      host: '',
      port: 0,
      security: 'none',
      user_name: '',
      sealed_password: '',
    })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  return account_id;
}

export async function renameAddress(
  db: Db,
  instanceId: number,
  accountId: number,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<void> {
  await db
    .updateTable('mail_account')
    .set({ name, email })
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .execute();
}
