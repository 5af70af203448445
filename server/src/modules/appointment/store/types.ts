import type { AppointmentType } from '@kontor/contract/appointment';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

export type TypeRow = Omit<Selectable<Tables['appointment_type']>, 'instance_id'>;

/** The types of an instance in their order. */
export async function readTypes(db: Db, instanceId: number): Promise<readonly TypeRow[]> {
  return db
    .selectFrom('appointment_type')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .orderBy('sort')
    .orderBy('type_id')
    .execute();
}

export const toType = (row: TypeRow): AppointmentType => ({
  id: row.type_id,
  title: row.title,
  colour: row.colour,
  access: row.access,
  alert: row.alert ?? 'none',
  description: row.description,
  timeType: row.time_mode,
  forbiddenRepetition: row.has_no_repetition,
  defaultTitle: row.default_title,
  participants: [...row.participants],
  recordButton: row.record_button,
});

const stored = (type: Omit<AppointmentType, 'id'>) => ({
  title: type.title,
  colour: type.colour,
  access: type.access,
  alert: type.alert === 'none' ? null : JSON.stringify(type.alert),
  description: type.description,
  time_mode: type.timeType,
  has_no_repetition: type.forbiddenRepetition,
  default_title: type.defaultTitle,
  participants: [...new Set(type.participants)],
  record_button: type.recordButton,
});

/** Makes a type behind all others. Returns its number. */
export async function insertType(db: Db, instanceId: number, type: Omit<AppointmentType, 'id'>): Promise<number> {
  const { type_id } = await db
    .insertInto('appointment_type')
    .values({
      ...stored(type),
      instance_id: instanceId,
      sort: sql`(select coalesce(max(sort), 0) + 1 from appointment_type where instance_id = ${instanceId})`,
    })
    .returning('type_id')
    .executeTakeFirstOrThrow();
  return type_id;
}

/** Writes a type. Returns whether there is one. */
export async function updateType(db: Db, instanceId: number, { id, ...type }: AppointmentType): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('appointment_type')
    .set(stored(type))
    .where('instance_id', '=', instanceId)
    .where('type_id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a type away. Returns whether there was one. */
export async function deleteType(db: Db, instanceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('appointment_type')
    .where('instance_id', '=', instanceId)
    .where('type_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Puts the types in an order; those that are not named come after them, as before. */
export async function sortTypes(db: Db, instanceId: number, ids: readonly number[]): Promise<void> {
  await sql`update appointment_type t set sort = o.sort from (
      select type_id, row_number() over (order by array_position(${[...ids]}::int[], type_id) nulls last, sort, type_id) as sort
      from appointment_type where instance_id = ${instanceId}
    ) o where t.instance_id = ${instanceId} and t.type_id = o.type_id`.execute(db);
}
