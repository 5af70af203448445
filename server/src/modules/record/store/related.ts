import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';

/** Records that name another in a field of a kind. */
export interface NamingField {
  readonly kindId: number;
  readonly key: string;
}
export interface NamingRows extends NamingField {
  readonly count: number;
  readonly recordIds: readonly number[];
}

/** Returns the newest records that name a record, by the field that names it, and the count for each field, up to `mostCounted`. */
export async function readNaming(
  db: Db,
  instanceId: number,
  recordId: number,
  fields: readonly NamingField[],
  { most, mostCounted }: { readonly most: number; readonly mostCounted: number },
): Promise<readonly NamingRows[]> {
  if (fields.length === 0) return [];
  const { rows } = await sql<{ kind_id: number; key: string; count: number; record_ids: string[] }>`
    select f.kind_id, f.key, n.count, n.record_ids
    from unnest(${fields.map((it) => it.kindId)}::int[], ${fields.map((it) => it.key)}::text[]) with ordinality as f (kind_id, key, place)
    cross join lateral (
      select count(*)::int as count, coalesce((array_agg(c.record_id order by c.record_id desc))[:${most}], '{}') as record_ids
      from (select c.record_id from record_cell c
        join record r on r.instance_id = c.instance_id and r.record_id = c.record_id and r.deleted_at is null
        where c.instance_id = ${instanceId} and c.kind_id = f.kind_id and c.key = f.key || '[]' and c.value = ${String(recordId)}
        order by c.record_id desc limit ${atMost(mostCounted)}) c
    ) n
    order by f.place`.execute(db);
  return rows.map((row) => ({
    kindId: row.kind_id,
    key: row.key,
    count: row.count,
    recordIds: row.record_ids.map(Number),
  }));
}
