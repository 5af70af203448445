import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { hitsOf, type Wanted } from '../lists/store/lists.ts';
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

/** The numbers of all records that are wanted, in their order. */
export async function idsOf(db: Db, wanted: Wanted): Promise<readonly number[]> {
  const [only] = wanted.kinds;
  if (only === undefined) return [];
  const hits = hitsOf(wanted, only.kindId, only.tests, wanted.words, false, null);
  const { rows } = await sql<{ record_id: number }>`select record_id from (${hits}) h order by record_id`.execute(db);
  return rows.map((row) => row.record_id);
}

/** The records of a kind in the order of their numbers, some at a time; where `named` is given, those of them alone. */
export async function* recordsOf(
  { db, instance }: QueryContext,
  { kind_id }: Pick<KindRow, 'kind_id'>,
  named: readonly number[] | undefined,
): AsyncGenerator<readonly WholeRecord[]> {
  const read = async (which: RawBuilder<unknown>): Promise<readonly WholeRecord[]> => {
    const { rows } = await sql<{ record_id: number; title: string; fields: Values }>`
      select record_id, title, fields from record
      where instance_id = ${instance.id} and kind_id = ${kind_id} and deleted_at is null and ${which}
      order by record_id limit ${atMost(AT_ONCE)}`.execute(db);
    const persons = await readPersons(
      db,
      instance.id,
      rows.map((row) => row.record_id),
    );
    return rows.map(({ record_id, title, fields }) => ({
      recordId: record_id,
      title,
      values: fields,
      persons: (persons.get(record_id) ?? []).map((person) => person.fields),
    }));
  };
  if (named !== undefined) {
    const ids = named.toSorted((a, b) => a - b);
    for (let from = 0; from < ids.length; from += AT_ONCE)
      yield read(sql`record_id = any(${ids.slice(from, from + AT_ONCE)}::bigint[])`);
    return;
  }
  for (let after = 0, isMore = true; isMore;) {
    const some = await read(sql`record_id > ${after}`);
    yield some;
    isMore = some.length === AT_ONCE;
    after = some.at(-1)?.recordId ?? after;
  }
}
