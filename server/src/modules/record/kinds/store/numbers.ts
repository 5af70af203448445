import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';

interface NumberField {
  readonly kindId: number;
  readonly key: string;
}

/** The greatest number that stands in a field. */
async function greatest(db: Db, instanceId: number, { kindId, key }: NumberField): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`
    select max((fields ->> ${key})::bigint) as most from record
    where instance_id = ${instanceId} and kind_id = ${kindId} and fields ->> ${key} ~ '^[0-9]{1,14}$'`.execute(db);
  return rows[0]?.most ?? 0;
}

/** The next number of a field, from now on nobody else's. `isBehindAll`: behind all that stand in it. */
export async function bumpNumber(
  db: Db,
  instanceId: number,
  field: NumberField,
  isBehindAll: boolean,
): Promise<number> {
  const { kindId, key } = field;
  const { rows: known } = await sql`select 1 from record_number
    where instance_id = ${instanceId} and kind_id = ${kindId} and key = ${key}`.execute(db);
  const from = isBehindAll || known.length === 0 ? (await greatest(db, instanceId, field)) + 1 : 1;
  const { rows } = await sql<{ last: number }>`
    insert into record_number (instance_id, kind_id, key, last) values (${instanceId}, ${kindId}, ${key}, ${from})
    on conflict (instance_id, kind_id, key) do update set last = greatest(record_number.last + 1, excluded.last)
    returning last`.execute(db);
  return rows[0]?.last ?? from;
}

/** Whether a record of a kind has a value, as it is compared, in a field. */
export async function hasCell(
  db: Db,
  instanceId: number,
  { kindId, key, value }: NumberField & { readonly value: string },
): Promise<boolean> {
  const { rows } = await sql`select 1 from record_cell
    where instance_id = ${instanceId} and kind_id = ${kindId} and key = ${key} and value = ${value} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
