import type { Alert, Participation } from '@kontor/contract/appointment';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** Somebody who takes part in an appointment. */
export interface PersonRow {
  readonly appointment_id: number;
  readonly member_id: number;
  readonly user_id: number | null;
  readonly resource_id: number | null;
  readonly address: string;
  /** Of a resource its own, of an address outside as it was entered; else empty. */
  readonly name: string;
  readonly role: 'required' | 'optional';
  readonly state: Participation;
  readonly accepts: boolean;
  readonly may_write: boolean;
  readonly is_active: boolean;
  readonly has_alert: boolean;
  readonly own_alert: Alert | null;
  readonly is_confirmed: boolean;
  readonly is_hidden: boolean;
  readonly answered_at: number | null;
  readonly comment: string;
  readonly is_removed: boolean;
  readonly kept_at: number | null;
  /** The address at which a person of the instance was invited; empty for who was entered by name. */
  readonly invited_as: string;
}

/** Those of some appointments, in the order in which they were entered. */
export async function readPersons(db: Db, instanceId: number, ids: readonly number[]): Promise<readonly PersonRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PersonRow>`
    select p.appointment_id, p.member_id, p.user_id, p.resource_id, p.address, coalesce(r.name, p.name) as name, p.role, p.state, p.accepts,
      p.may_write, p.is_active, p.has_alert, p.own_alert, p.is_confirmed, p.is_hidden, p.answered_at, p.comment, p.is_removed, p.kept_at, p.invited_as
    from appointment_person p left join resource r on r.instance_id = p.instance_id and r.resource_id = p.resource_id
    where p.instance_id = ${instanceId} and p.appointment_id = any(${[...ids]}::bigint[])
    order by p.appointment_id, p.member_id`.execute(db);
  return rows;
}

/** Puts people into an appointment, or writes those who are there. */
export async function putPersons(db: Db, instanceId: number, persons: readonly PersonRow[]): Promise<void> {
  if (persons.length === 0) return;
  await db
    .insertInto('appointment_person')
    .values(
      persons.map((person) => ({
        ...person,
        instance_id: instanceId,
        own_alert: person.own_alert === null ? null : JSON.stringify(person.own_alert),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['instance_id', 'appointment_id', 'member_id']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        role: row.ref('excluded.role'),
        state: row.ref('excluded.state'),
        accepts: row.ref('excluded.accepts'),
        may_write: row.ref('excluded.may_write'),
        is_active: row.ref('excluded.is_active'),
        has_alert: row.ref('excluded.has_alert'),
        own_alert: row.ref('excluded.own_alert'),
        is_confirmed: row.ref('excluded.is_confirmed'),
        is_hidden: row.ref('excluded.is_hidden'),
        answered_at: row.ref('excluded.answered_at'),
        comment: row.ref('excluded.comment'),
        is_removed: row.ref('excluded.is_removed'),
        kept_at: row.ref('excluded.kept_at'),
        user_id: row.ref('excluded.user_id'),
        address: row.ref('excluded.address'),
        invited_as: row.ref('excluded.invited_as'),
      })),
    )
    .execute();
}

/** What a person has said to some appointments, where they take part. */
export async function participationsOf(
  db: Db,
  instanceId: number,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Participation>> {
  const { rows } = await sql<{ appointment_id: number; state: Participation }>`
    select appointment_id, state from appointment_person
    where instance_id = ${instanceId} and user_id = ${userId} and appointment_id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.appointment_id, row.state]));
}

/** Notes that somebody has set appointments In process which had begun. */
export async function markKept(
  db: Db,
  instanceId: number,
  kept: readonly { readonly activityId: number; readonly userId: number }[],
  at: number | null,
): Promise<void> {
  await sql`update appointment_person p set kept_at = ${at}::bigint
    from unnest(${kept.map((one) => one.activityId)}::bigint[], ${kept.map((one) => one.userId)}::int[]) as k (id, user_id)
    where p.instance_id = ${instanceId} and p.appointment_id = k.id and p.user_id = k.user_id`.execute(db);
}

/** Which of some appointments a person may write in because they have made it, it is in their calendar, or they take part and may. */
export async function writableAmong(
  db: Db,
  instanceId: number,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ appointment_id: number }>`
    select t.appointment_id from appointment t
    where t.instance_id = ${instanceId} and t.appointment_id = any(${[...ids]}::bigint[])
      and (${userId}::int in (t.creator_id, t.calendar_id) or exists (select from appointment_person p
        where p.instance_id = t.instance_id and p.appointment_id = t.appointment_id and p.user_id = ${userId} and p.may_write and p.is_active))`.execute(
    db,
  );
  return new Set(rows.map((row) => row.appointment_id));
}

/** Appointments that somebody takes part in and that are not over at a moment, by number, beginning after one. */
export async function aheadOf(
  db: Db,
  instanceId: number,
  {
    userId,
    after,
    now,
    most,
  }: { readonly userId: number; readonly after: number; readonly now: Date; readonly most: number },
): Promise<readonly number[]> {
  const { rows } = await sql<{ appointment_id: number }>`
    select p.appointment_id from appointment_person p
    where p.instance_id = ${instanceId} and p.user_id = ${userId} and p.appointment_id > ${after} and p.is_active
      and exists (select from appointment_span s where s.instance_id = p.instance_id and s.appointment_id = p.appointment_id
        and s.calendar_id = p.user_id and s.ends_at > ${now})
    order by p.appointment_id limit ${atMost(most)}`.execute(db);
  return rows.map((row) => row.appointment_id);
}
