import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import type { RecordRow } from '../../store/records.ts';

/** Where the value stands that a list is sorted by: in cells of a key, or in the record itself. */
export type SortedBy =
  | { readonly of: 'cell'; readonly key: string }
  | { readonly of: 'ID' | 'created' | 'changed' | 'kind' };

export interface Order {
  readonly by: SortedBy;
  readonly isDown: boolean;
}

/** Where a page ends: the value by which its last row is sorted, and whether that row has no such value. */
export interface RecordAnchor {
  readonly isEmpty: boolean;
  readonly value: string;
  readonly id: number;
}
export interface FoundRow extends RecordAnchor {
  readonly kindId: number;
  /** Null where it was taken away meanwhile. */
  readonly record: RecordRow | null;
}

interface Row {
  readonly record_id: number;
  readonly kind_id: number;
  readonly value: string | number;
  readonly record: RecordRow | null;
}
/** Reads the rows of a page in its order, each with its record: one way to the database. */
export async function readFound(
  db: Db,
  instanceId: number,
  { by }: Order,
  page: RawBuilder<unknown>,
): Promise<readonly FoundRow[]> {
  const { rows } = await sql<Row>`
    select p.record_id, p.kind_id, p.value, row_to_json(r) as record
    from (select ordered.*, row_number() over () as place from (${page}) ordered) p
    left join record r on r.instance_id = ${instanceId} and r.record_id = p.record_id and r.deleted_at is null
    order by p.place`.execute(db);
  return rows.map(({ record_id, kind_id, value, record }) => ({
    id: record_id,
    record,
    kindId: kind_id,
    value: String(value),
    isEmpty: by.of === 'cell' && value === '',
  }));
}
