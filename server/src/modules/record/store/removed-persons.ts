import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Values } from '../tables.ts';

/** Which contact person of which record. */
interface Whom {
  readonly recordId: number;
  readonly personId: number;
}

/** Keeps a contact person who is about to be removed. `at`: milliseconds since 1970. */
export async function keepPerson(
  db: Db,
  instanceId: number,
  { recordId, personId, at }: Whom & { readonly at: number },
): Promise<void> {
  await sql`insert into record_removed_person (instance_id, person_id, record_id, place, fields, removed_at)
    select instance_id, person_id, record_id, place, fields, ${at}::bigint from record_person
    where instance_id = ${instanceId} and record_id = ${recordId} and person_id = ${personId}
    on conflict (instance_id, person_id) do update
      set place = excluded.place, fields = excluded.fields, removed_at = excluded.removed_at`.execute(db);
}

/** Takes a contact person who was removed since then from what is kept; undefined where there is none. */
export const takeRemovedPerson = (
  db: Db,
  instanceId: number,
  { recordId, personId, since }: Whom & { readonly since: number },
): Promise<{ readonly place: number; readonly fields: Values } | undefined> =>
  db
    .deleteFrom('record_removed_person')
    .where('instance_id', '=', instanceId)
    .where('record_id', '=', recordId)
    .where('person_id', '=', personId)
    .where('removed_at', '>=', since)
    .returning(['place', 'fields'])
    .executeTakeFirst();

/** Forgets who was removed from a record before then. */
export const forgetRemovedPersons = (db: Db, instanceId: number, recordId: number, before: number): Promise<unknown> =>
  db
    .deleteFrom('record_removed_person')
    .where('instance_id', '=', instanceId)
    .where('record_id', '=', recordId)
    .where('removed_at', '<', before)
    .execute();
