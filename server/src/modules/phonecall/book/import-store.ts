import { sql, type Updateable } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { BookCounts } from './import-rules.ts';
import type { NewEntry } from './store.ts';
import '../tables.ts';

/** Which of some entries are there by number and name, themselves or merged into another one. */
export async function entriesThere(
  db: Db,
  instanceId: number,
  entries: readonly NewEntry[],
): Promise<readonly { readonly digits: string; readonly name_key: string }[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql<{ digits: string; name_key: string }>`
    select e.digits, e.key as name_key
    from unnest(${entries.map((it) => it.digits)}::text[], ${entries.map((it) => it.name_key)}::text[], ${entries.map((it) => it.number)}::bigint[])
      as e (digits, key, number)
    where exists (select from phone_name p where p.instance_id = ${instanceId} and p.digits = e.digits and p.name_key = e.key and p.replaced_by is null)
      or exists (select from phone_name p where p.instance_id = ${instanceId} and p.number = e.number and p.name_key = e.key)`.execute(
    db,
  );
  return rows;
}

export interface BookImportRow extends BookCounts {
  readonly import_id: number;
  readonly name: string;
  readonly by_user: number;
  readonly at: Date;
  readonly undone_at: Date | null;
  readonly taken: number;
  readonly left_there: number;
}

/** Writes an import down, which entries then name. Returns its id. */
export async function insertBookImport(
  db: Db,
  instanceId: number,
  { name, userId, at }: { readonly name: string; readonly userId: number; readonly at: Date },
): Promise<number> {
  const { import_id } = await db
    .insertInto('phone_import')
    .values({ instance_id: instanceId, name, by_user: userId, at, made: 0, skipped: 0, faulty: 0, entries: 0 })
    .returning('import_id')
    .executeTakeFirstOrThrow();
  return import_id;
}

const change = (db: Db, instanceId: number, importId: number, set: Updateable<Tables['phone_import']>) =>
  db
    .updateTable('phone_import')
    .set(set)
    .where('instance_id', '=', instanceId)
    .where('import_id', '=', importId)
    .execute();

/** Writes down what an import has become. */
export async function countBookImport(db: Db, instanceId: number, importId: number, counts: BookCounts): Promise<void> {
  await change(db, instanceId, importId, { ...counts });
}

/** Forgets an import that has added nothing. */
export async function dropBookImport(db: Db, instanceId: number, importId: number): Promise<void> {
  await db.deleteFrom('phone_import').where('instance_id', '=', instanceId).where('import_id', '=', importId).execute();
}

/** An import, for this transaction to take back; undefined where there is none. */
export const holdBookImport = (db: Db, instanceId: number, importId: number): Promise<BookImportRow | undefined> =>
  db
    .selectFrom('phone_import')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('import_id', '=', importId)
    .forUpdate()
    .executeTakeFirst();

/** Imports since a moment, the newest first. */
export const readBookImports = (
  db: Db,
  instanceId: number,
  since: Date,
  most: number,
): Promise<readonly BookImportRow[]> =>
  db
    .selectFrom('phone_import')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .orderBy('import_id', 'desc')
    .limit(atMost(most))
    .execute();

/** Says that an import was taken back. */
export async function markBookImportUndone(
  db: Db,
  instanceId: number,
  importId: number,
  { at, taken, left }: { readonly at: Date; readonly taken: number; readonly left: number },
): Promise<void> {
  await change(db, instanceId, importId, { undone_at: at, taken, left_there: left });
}

/** Says of entries which import has put them in. */
export async function markImported(
  db: Db,
  instanceId: number,
  importId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`update phone_name set import_id = ${importId}
    where instance_id = ${instanceId} and name_id = any(${[...ids]}::bigint[])`.execute(db);
}

/**
 * Entries that stand as an import has put them in, held: nobody has changed or merged them, said that a number is theirs, or named a call after them.
 */
export async function holdUntouched(db: Db, instanceId: number, importId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ name_id: number }>`select p.name_id from phone_name p
    where p.instance_id = ${instanceId} and p.import_id = ${importId} and p.replaced_by is null
      and not exists (select from phone_name r where r.instance_id = p.instance_id and r.replaced_by = p.name_id)
      and not exists (select from number_claim c where c.instance_id = p.instance_id and c.number = p.number and c.owner_kind = 'book'
        and c.owner_id = p.name_id and c.revoked_at is null)
      and not exists (select from phone_call c where c.instance_id = p.instance_id and c.number = p.number and c.name_id = p.name_id)
    order by p.name_id for update of p`.execute(db);
  return rows.map((row) => row.name_id);
}
