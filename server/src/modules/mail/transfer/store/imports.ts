import { sql, type Insertable, type Selectable } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import { namesOf } from '../../../account/index.ts';
import '../tables.ts';

export type ImportRow = Selectable<Tables['mail_import']>;
export type ImportFile = Pick<Selectable<Tables['mail_import_file']>, 'attachment_id' | 'name' | 'size' | 'blob_hash'>;

export async function insertImport(
  db: Db,
  row: Insertable<Tables['mail_import']>,
  files: readonly ImportFile[],
): Promise<number> {
  const { import_id } = await db.insertInto('mail_import').values(row).returning('import_id').executeTakeFirstOrThrow();
  await db
    .insertInto('mail_import_file')
    .values(files.map((file, index) => ({ ...file, place: index, import_id, instance_id: row.instance_id })))
    .execute();
  return import_id;
}

/** An import, held for this transaction. */
export const lockImport = (db: Db, instanceId: number, importId: number): Promise<ImportRow | undefined> =>
  db
    .selectFrom('mail_import')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('import_id', '=', importId)
    .forUpdate()
    .executeTakeFirst();

export const findImport = (db: Db, instanceId: number, importId: number): Promise<ImportRow | undefined> =>
  db
    .selectFrom('mail_import')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('import_id', '=', importId)
    .executeTakeFirst();

export const filesOfImport = (db: Db, instanceId: number, importId: number): Promise<readonly ImportFile[]> =>
  db
    .selectFrom('mail_import_file')
    .select(['attachment_id', 'name', 'size', 'blob_hash'])
    .where('instance_id', '=', instanceId)
    .where('import_id', '=', importId)
    .orderBy('place')
    .execute();

/** The files of an import are not needed any more. */
export async function dropFiles(db: Db, instanceId: number, importId: number): Promise<void> {
  await db
    .deleteFrom('mail_import_file')
    .where('instance_id', '=', instanceId)
    .where('import_id', '=', importId)
    .execute();
}

export async function updateImport(
  db: Db,
  { instance_id, import_id }: Pick<ImportRow, 'instance_id' | 'import_id'>,
  set: Partial<Omit<Insertable<Tables['mail_import']>, 'instance_id' | 'import_id'>>,
): Promise<void> {
  await db
    .updateTable('mail_import')
    .set(set)
    .where('instance_id', '=', instance_id)
    .where('import_id', '=', import_id)
    .execute();
}

export interface ShownImport extends ImportRow {
  readonly by_name: string;
}

const MOST = 200;

/** Imports into some accounts, the newest first. */
export async function importsInto(
  db: Db,
  instanceId: number,
  accountIds: readonly number[],
): Promise<readonly ShownImport[]> {
  const { rows } = await sql<ImportRow>`select i.* from mail_import i
    where i.instance_id = ${instanceId} and i.account_id = any(${[...accountIds]}::int[])
    order by i.import_id desc limit ${atMost(MOST)}`.execute(db);
  const names = await namesOf(db, instanceId, [...new Set(rows.map((row) => row.user_id))]);
  return rows.map((row) => ({ ...row, by_name: names.get(row.user_id) ?? '' }));
}

/** Notes what an import has put into the lists. */
export async function noteImported(
  db: Db,
  { instance_id, import_id }: Pick<ImportRow, 'instance_id' | 'import_id'>,
  mails: readonly { readonly mailId: number; readonly status: number; readonly archived: boolean }[],
): Promise<void> {
  await sql`insert into mail_imported (instance_id, import_id, mail_id, status, archived)
    select ${instance_id}, ${import_id}, n.* from unnest(${mails.map((it) => it.mailId)}::bigint[], ${mails.map((it) => it.status)}::int[],
      ${mails.map((it) => it.archived)}::boolean[]) as n on conflict do nothing`.execute(db);
}

/** Mails of an import that nobody has done anything with since: they stand as they were put there, lie nowhere else, and nothing answers them. */
export async function untouched(
  db: Db,
  { instance_id: instanceId, import_id: importId }: Pick<ImportRow, 'instance_id' | 'import_id'>,
): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`
    select i.mail_id from mail_imported i
    where i.instance_id = ${instanceId} and i.import_id = ${importId}
      and not exists (select from activity_user au where au.instance_id = i.instance_id and au.activity_id = i.mail_id
        and (au.box_id <> coalesce((select a.box_id from mail_import m
            join mail_account a on a.instance_id = m.instance_id and a.account_id = m.account_id
            where m.instance_id = i.instance_id and m.import_id = i.import_id), 0) or au.status <> i.status or au.archived <> i.archived or au.trashed))
      and not exists (select from mail_answer w where w.instance_id = i.instance_id and w.mail_id = i.mail_id)
    order by i.mail_id`.execute(db);
  return rows.map((row) => row.mail_id);
}
