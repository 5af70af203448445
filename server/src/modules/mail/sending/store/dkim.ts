import type { Selectable } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import '../tables.ts';

export type KeyRow = Selectable<Tables['mail_dkim_key']>;
type Key = Pick<KeyRow, 'instance_id' | 'domain' | 'selector'>;

export const keysOf = (db: Db, instanceId: number): Promise<KeyRow[]> =>
  db
    .selectFrom('mail_dkim_key')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .orderBy('domain')
    .orderBy('selector')
    .execute();

export const findKey = (db: Db, instanceId: number, domain: string, selector: string): Promise<KeyRow | undefined> =>
  db
    .selectFrom('mail_dkim_key')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('domain', '=', domain)
    .where('selector', '=', selector)
    .executeTakeFirst();

/** False where there is one of this name. */
export async function insertKey(db: Db, row: KeyRow): Promise<boolean> {
  const made = await db
    .insertInto('mail_dkim_key')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('selector')
    .executeTakeFirst();
  return made !== undefined;
}

const set = (db: Db, { instance_id, domain, selector }: Key, values: Partial<KeyRow>) =>
  db
    .updateTable('mail_dkim_key')
    .set(values)
    .where('instance_id', '=', instance_id)
    .where('domain', '=', domain)
    .where('selector', '=', selector)
    .execute();

export async function noteCheck(db: Db, key: Key, found: Pick<KeyRow, 'fault' | 'checked_at'>): Promise<void> {
  await set(db, key, found);
}

export async function setKeyOn(db: Db, key: Key, isOn: boolean): Promise<void> {
  await set(db, key, { is_on: isOn });
}

export async function removeKey(db: Db, { instance_id, domain, selector }: Key): Promise<void> {
  await db
    .deleteFrom('mail_dkim_key')
    .where('instance_id', '=', instance_id)
    .where('domain', '=', domain)
    .where('selector', '=', selector)
    .execute();
}
