import { RESOURCE_KINDS, resourceCalendar, type Resource } from '@kontor/contract/appointment';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A resource, whether it is there or was removed. */
export interface ResourceRow {
  readonly resource_id: number;
  readonly name: string;
  readonly is_hard: boolean;
  readonly is_there: boolean;
}

/** What is written of a resource. */
export type ResourceValues = Omit<Resource, 'id' | 'calendarId'>;

/** The resources that are there, by kind and name. */
export async function readResources(db: Db, instanceId: number): Promise<readonly Resource[]> {
  const { rows } = await sql<Omit<Resource, 'calendarId'>>`
    select resource_id as id, name, kind, capacity, description, is_hard as "isHard" from resource
    where instance_id = ${instanceId} and removed_at is null
    order by array_position(${[...RESOURCE_KINDS]}::text[], kind), name collate "de-x-icu", resource_id`.execute(db);
  return rows.map(({ id, ...row }) => ({ id, calendarId: resourceCalendar(id), ...row }));
}

/** Those of some resources that are known, removed ones among them. */
export async function resourcesAmong(
  db: Db,
  instanceId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ResourceRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ResourceRow>`
    select resource_id, name, is_hard, removed_at is null as is_there from resource
    where instance_id = ${instanceId} and resource_id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.resource_id, row]));
}

export async function countResources(db: Db, instanceId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from resource where instance_id = ${instanceId} and removed_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

const stored = ({ name, kind, capacity, description, isHard }: ResourceValues) => ({
  name,
  kind,
  capacity,
  description,
  is_hard: isHard,
});

/** Makes a resource. Returns its number. */
export async function insertResource(db: Db, instanceId: number, values: ResourceValues): Promise<number> {
  const { resource_id } = await db
    .insertInto('resource')
    .values({ ...stored(values), instance_id: instanceId, removed_at: null })
    .returning('resource_id')
    .executeTakeFirstOrThrow();
  return resource_id;
}

export async function updateResource(db: Db, instanceId: number, id: number, values: ResourceValues): Promise<void> {
  await db
    .updateTable('resource')
    .set(stored(values))
    .where('instance_id', '=', instanceId)
    .where('resource_id', '=', id)
    .execute();
}

/** An appointment that had a resource which was removed, and whose calendar it is in. */
export interface LeftAppointment {
  readonly appointment_id: number;
  readonly calendar_id: number;
}

/**
 * Takes a resource away at a moment, in milliseconds: it takes part in nothing any more, and its calendar is empty. Returns the appointments that would have taken
 * it from then on.
 */
export async function leaveResource(
  db: Db,
  instanceId: number,
  id: number,
  now: number,
): Promise<readonly LeftAppointment[]> {
  const { rows } = await sql<LeftAppointment>`
    select t.appointment_id, t.calendar_id from appointment t
    where t.instance_id = ${instanceId} and t.appointment_id in (select s.appointment_id from appointment_span s
      where s.instance_id = ${instanceId} and s.calendar_id = ${resourceCalendar(id)} and s.ends_at > ${new Date(now)})
    order by t.appointment_id`.execute(db);
  await sql`update resource set removed_at = ${now} where instance_id = ${instanceId} and resource_id = ${id}`.execute(
    db,
  );
  await sql`update appointment_person set accepts = false where instance_id = ${instanceId} and resource_id = ${id}`.execute(
    db,
  );
  await sql`delete from appointment_span where instance_id = ${instanceId} and calendar_id = ${resourceCalendar(id)}`.execute(
    db,
  );
  await sql`delete from resource_booking where instance_id = ${instanceId} and resource_id = ${id}`.execute(db);
  return rows;
}
