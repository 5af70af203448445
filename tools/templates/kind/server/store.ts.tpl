import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import './tables.ts';

/** One with what stands in its item. */
export interface {{Name}}Row extends Omit<Selectable<Tables['{{name}}']>, 'instance_id'> {
  readonly title: string;
  readonly ts: Date;
}

const COLUMNS = sql`t.{{name}}_id, t.edit, t.content, t.alarm_at, t.created_by, a.information as title, a.ts`;
const JOINED = sql`{{name}} t join activity a on a.instance_id = t.instance_id and a.activity_id = t.{{name}}_id`;

/** Those with these ids, whoever sees them. */
export async function read{{Name}}s(db: Db, instanceId: number, ids: readonly number[]): Promise<readonly {{Name}}Row[]> {
  const { rows } = await sql<{{Name}}Row>`select ${COLUMNS} from ${JOINED}
    where t.instance_id = ${instanceId} and t.{{name}}_id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** One with its list entry, which `entries` answers where the person sees it. */
export async function findWithEntry<Entry>(
  db: Db,
  instanceId: number,
  entries: RawBuilder<Entry>,
): Promise<({{Name}}Row & { readonly entry: Entry }) | undefined> {
  const { rows } = await sql<{{Name}}Row & { entry: Entry }>`
    with entry as materialized (${entries})
    select ${COLUMNS}, row_to_json(entry) as entry from entry
    join ${JOINED} on t.instance_id = ${instanceId} and t.{{name}}_id = entry.activity_id`.execute(db);
  return rows[0];
}

export async function insert{{Name}}(db: Db, instanceId: number, id: number, createdBy: number): Promise<void> {
  await db.insertInto('{{name}}').values({ instance_id: instanceId, {{name}}_id: id, created_by: createdBy }).execute();
}

/** Writes one, which was taken for this transaction. Returns the number of the edit. */
export async function update{{Name}}(
  db: Db,
  instanceId: number,
  id: number,
  edited: Pick<{{Name}}Row, 'content' | 'alarm_at'>,
): Promise<number> {
  const { edit } = await db
    .updateTable('{{name}}')
    .set((set) => ({ ...edited, edit: set('edit', '+', 1) }))
    .where('instance_id', '=', instanceId)
    .where('{{name}}_id', '=', id)
    .returning('edit')
    .executeTakeFirstOrThrow();
  return edit;
}
