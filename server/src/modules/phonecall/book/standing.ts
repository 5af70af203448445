import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** An entry of the phone book that stands for itself, or for others that were merged into it. */
export interface StandingEntry {
  readonly id: number;
  readonly name: string;
}

/** How often an entry may have been merged into another one. */
const MAX_MERGES = 20;

/** The entries that stand for these today, by the ids that were given; entries that were deleted are left out. */
export async function standingEntries(
  db: Db,
  instanceId: number,
  nameIds: readonly number[],
): Promise<ReadonlyMap<number, StandingEntry>> {
  if (nameIds.length === 0) return new Map();
  const { rows } = await sql<StandingEntry & { given: number }>`
    with recursive entry as (
      select name_id as given, name_id as id, name, replaced_by, 0 as depth from phone_name
      where instance_id = ${instanceId} and name_id = any(${[...new Set(nameIds)]}::bigint[])
      union all
      select e.given, p.name_id, p.name, p.replaced_by, e.depth + 1 from entry e
      join phone_name p on p.instance_id = ${instanceId} and p.name_id = e.replaced_by where e.depth < ${MAX_MERGES}
    )
    select given, id, name from entry where replaced_by is null`.execute(db);
  return new Map(rows.map(({ given, id, name }) => [given, { id, name }]));
}
