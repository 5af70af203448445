import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import '../../tables.ts';

/** Contact persons are at a record from now on, in the places that are given. */
export async function placePersons(
  db: Db,
  instanceId: number,
  recordId: number,
  persons: readonly { readonly personId: number; readonly place: number }[],
): Promise<void> {
  if (persons.length === 0) return;
  await sql`update record_person p set record_id = ${recordId}, place = m.place
    from unnest(${persons.map((it) => it.personId)}::bigint[], ${persons.map((it) => it.place)}::int[]) as m (person_id, place)
    where p.instance_id = ${instanceId} and p.person_id = m.person_id`.execute(db);
}

export async function deletePersons(db: Db, instanceId: number, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return;
  await sql`delete from record_person
    where instance_id = ${instanceId} and person_id = any(${[...personIds]}::bigint[])`.execute(db);
}
