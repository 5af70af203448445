import { sql } from 'kysely';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { KindRow } from '../store/kinds.ts';
import { readPersons } from '../store/records.ts';
import type { Values } from '../tables.ts';

/** A record as it is taken out. */
export interface WholeRecord {
  readonly recordId: number;
  readonly title: string;
  readonly values: Values;
  readonly persons: readonly Values[];
}

const AT_ONCE = 500;

/** The records of a kind in the order of their numbers, some at a time. */
export async function* recordsOf(
  { db, instance }: QueryContext,
  { kind_id }: Pick<KindRow, 'kind_id'>,
): AsyncGenerator<readonly WholeRecord[]> {
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await sql<{ record_id: number; title: string; fields: Values }>`
      select record_id, title, fields from record
      where instance_id = ${instance.id} and kind_id = ${kind_id} and deleted_at is null and record_id > ${after}
      order by record_id limit ${AT_ONCE}`.execute(db);
    const ids = rows.map((row) => row.record_id);
    const persons = await readPersons(db, instance.id, ids);
    yield rows.map(({ record_id, title, fields }) => ({
      recordId: record_id,
      title,
      values: fields,
      persons: (persons.get(record_id) ?? []).map((person) => person.fields),
    }));
    isMore = rows.length === AT_ONCE;
    after = ids.at(-1) ?? after;
  }
}
