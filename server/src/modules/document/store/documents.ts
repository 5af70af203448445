import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { ItemFile } from '../../activity/index.ts';
import '../tables.ts';

export type VersionRow = Omit<Selectable<Tables['document_version']>, 'instance_id'>;

/** A document with what stands in its item, and its newest file. */
export interface DocumentRow {
  readonly document_id: number;
  readonly edit: number;
  readonly buzzwords: string;
  readonly categories: readonly number[];
  readonly newest: number;
  readonly created_by: number;
  readonly title: string;
  readonly box_id: number;
  readonly ts: Date;
  readonly author: string;
  readonly filename: string;
  readonly size: number;
  readonly content_type: string;
  readonly blob_hash: string;
}

const COLUMNS = sql`d.document_id, d.edit, d.buzzwords, d.categories, d.newest, d.created_by, a.information as title, a.box_id, a.ts,
  a.contact as author, f.filename, f.size, f.content_type, f.blob_hash`;
const JOINED = sql`document d
  join activity a on a.instance_id = d.instance_id and a.activity_id = d.document_id
  join document_version f on f.instance_id = d.instance_id and f.document_id = d.document_id and f.version = d.newest`;

/** Documents by their ids, whoever sees them. */
export async function readDocuments(
  db: Db,
  instanceId: number,
  documentIds: readonly number[],
): Promise<readonly DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`select ${COLUMNS} from ${JOINED}
    where d.instance_id = ${instanceId} and d.document_id = any(${[...documentIds]}::bigint[])`.execute(db);
  return rows;
}

/** A document with its list entry, which `entries` answers where the person sees it. */
export async function findWithEntry<Entry>(
  db: Db,
  instanceId: number,
  entries: RawBuilder<Entry>,
): Promise<(DocumentRow & { readonly entry: Entry; readonly box_name: string | null }) | undefined> {
  const { rows } = await sql<DocumentRow & { entry: Entry; box_name: string | null }>`
    with entry as materialized (${entries})
    select ${COLUMNS}, row_to_json(entry) as entry, b.name as box_name from entry
    join ${JOINED} on d.instance_id = ${instanceId} and d.document_id = entry.activity_id
    left join box b on b.instance_id = d.instance_id and b.box_id = a.box_id`.execute(db);
  return rows[0];
}

/** The versions of a document, the newest first. */
export const versionsOf = (db: Db, instanceId: number, documentId: number): Promise<VersionRow[]> =>
  db
    .selectFrom('document_version')
    .select([
      'document_id',
      'version',
      'filename',
      'size',
      'content_type',
      'blob_hash',
      'attachment_id',
      'created_by',
      'created_at',
    ])
    .where('instance_id', '=', instanceId)
    .where('document_id', '=', documentId)
    .orderBy('version', 'desc')
    .execute();

/** One version, the newest where none is named, of a document that the person sees. */
export async function findSeenVersion(
  db: Db,
  viewer: { readonly instanceId: number; readonly userId: number },
  documentId: number,
  version: number | null,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select f.* from activity_user au
    join document d on d.instance_id = au.instance_id and d.document_id = au.activity_id
    join document_version f on f.instance_id = d.instance_id and f.document_id = d.document_id
      and f.version = coalesce(${version}::int, d.newest)
    where au.instance_id = ${viewer.instanceId} and au.user_id = ${viewer.userId} and au.activity_id = ${documentId}`.execute(
    db,
  );
  return rows[0];
}

/** The newest files of documents, for search. */
export async function filesOf(
  db: Db,
  instanceId: number,
  documentIds: readonly number[],
): Promise<readonly (ItemFile & { readonly documentId: number })[]> {
  const { rows } = await sql<ItemFile & { documentId: number }>`
    select d.document_id as "documentId", f.version as part, f.filename as name, f.content_type as type, f.size, f.blob_hash as hash
    from document d join document_version f
      on f.instance_id = d.instance_id and f.document_id = d.document_id and f.version = d.newest
    where d.instance_id = ${instanceId} and d.document_id = any(${[...documentIds]}::bigint[])`.execute(db);
  return rows;
}

/** Puts in a document with its first file. */
export async function insertDocument(
  db: Db,
  instanceId: number,
  { buzzwords, ...file }: Omit<VersionRow, 'version'> & { readonly buzzwords: string },
): Promise<void> {
  await db
    .insertInto('document')
    .values({ instance_id: instanceId, document_id: file.document_id, buzzwords, created_by: file.created_by })
    .execute();
  await db
    .insertInto('document_version')
    .values({ ...file, instance_id: instanceId, version: 1 })
    .execute();
}

/** Puts a file in front of a document's, which was taken for this transaction. Returns its number. */
export async function insertVersion(db: Db, instanceId: number, file: Omit<VersionRow, 'version'>): Promise<number> {
  const { newest } = await db
    .updateTable('document')
    .set((set) => ({ newest: set('newest', '+', 1), edit: set('edit', '+', 1) }))
    .where('instance_id', '=', instanceId)
    .where('document_id', '=', file.document_id)
    .returning('newest')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('document_version')
    .values({ ...file, instance_id: instanceId, version: newest })
    .execute();
  return newest;
}

/** What is edited of a document, which was taken for this transaction; its file's name too. Returns the number of the edit. */
export async function updateDocument(
  db: Db,
  instanceId: number,
  documentId: number,
  edited: { readonly buzzwords: string; readonly categories: readonly number[]; readonly filename: string },
): Promise<number> {
  const { edit, newest } = await db
    .updateTable('document')
    .set((set) => ({
      buzzwords: edited.buzzwords,
      categories: [...edited.categories],
      edit: set('edit', '+', 1),
    }))
    .where('instance_id', '=', instanceId)
    .where('document_id', '=', documentId)
    .returning(['edit', 'newest'])
    .executeTakeFirstOrThrow();
  await db
    .updateTable('document_version')
    .set({ filename: edited.filename })
    .where('instance_id', '=', instanceId)
    .where('document_id', '=', documentId)
    .where('version', '=', newest)
    .execute();
  return edit;
}

/** Those of some documents that a person has filed. */
export async function filedBy(
  db: Db,
  instanceId: number,
  userId: number,
  documentIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ document_id: number }>`select document_id from document
    where instance_id = ${instanceId} and created_by = ${userId} and document_id = any(${[...documentIds]}::bigint[])`.execute(
    db,
  );
  return rows.map((row) => row.document_id);
}
