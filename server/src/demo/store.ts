import { sql } from 'kysely';
import { atMost } from '../platform/db/at-most.ts';
import { bindTransaction } from '../platform/db/bind.ts';
import type { Db } from '../platform/db/database.ts';
import type { Instance } from '../platform/operation/context.ts';

export async function hasInstances(owner: Db): Promise<boolean> {
  return (await owner.selectFrom('instance').select('instance_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Says that an instance is a demo whose mails are still to come, and binds the rest of the owner's transaction to the instance. */
export async function beginFilling(db: Db, instanceId: number, since: Date): Promise<void> {
  await bindTransaction(db, instanceId);
  await sql`update instance set settings = ${JSON.stringify({ isDemo: true, demoSince: since.toISOString() })}::jsonb
    where instance_id = ${instanceId}`.execute(db);
}

/** The demo; undefined where there is none. */
export const demoInstance = (owner: Db): Promise<Instance | undefined> => instanceWith(owner, 'isDemo');

/** The demo whose mails are still to come, and the moment that they lead up to. */
export async function fillingSince(owner: Db): Promise<{ instance: Instance; since: Date } | undefined> {
  const instance = await instanceWith(owner, 'demoSince');
  return instance && { instance, since: new Date(String(instance.settings['demoSince'])) };
}

async function instanceWith(owner: Db, setting: string): Promise<Instance | undefined> {
  const row = await owner
    .selectFrom('instance')
    .selectAll()
    .where(sql<boolean>`settings ? ${setting}`)
    .executeTakeFirst();
  return row && { id: row.instance_id, name: row.name, title: row.title, settings: row.settings };
}

/** Says that the demo has all its mails. */
export async function finishFilling(owner: Db, instanceId: number): Promise<void> {
  await sql`update instance set settings = settings - 'demoSince' where instance_id = ${instanceId}`.execute(owner);
}

/** Whether an instance has any record yet. */
export async function hasRecords(db: Db, instanceId: number): Promise<boolean> {
  const { rows } = await sql`select from record where instance_id = ${instanceId} limit 1`.execute(db);
  return rows.length > 0;
}

/** How many records of a kind there have been that were made until a moment, in milliseconds since 1970. */
export async function countRecordsUntil(db: Db, instanceId: number, kind: string, moment: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from record r
    join record_kind k on k.instance_id = r.instance_id and k.kind_id = r.kind_id
    where r.instance_id = ${instanceId} and k.name = ${kind} and r.created_at <= ${moment}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether an instance has any task or note yet. */
export async function hasTasks(db: Db, instanceId: number): Promise<boolean> {
  const { rows } = await sql`select from task where instance_id = ${instanceId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether an instance has any memo yet. */
export async function hasMemos(db: Db, instanceId: number): Promise<boolean> {
  const { rows } = await sql`select from memo where instance_id = ${instanceId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether an instance has any message yet. */
export async function hasMessages(db: Db, instanceId: number): Promise<boolean> {
  const { rows } = await sql`select from message where instance_id = ${instanceId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether an instance has any appointment yet. */
export async function hasAppointments(db: Db, instanceId: number): Promise<boolean> {
  const { rows } = await sql`select from appointment where instance_id = ${instanceId} limit 1`.execute(db);
  return rows.length > 0;
}

/** The newest mails that came from somebody of a name. */
export async function mailsFrom(db: Db, instanceId: number, name: string, most: number): Promise<readonly number[]> {
  const { rows } = await sql<{ activity_id: number }>`select activity_id from activity
    where instance_id = ${instanceId} and contact = ${name} order by ts desc, activity_id desc limit ${atMost(most)}`.execute(
    db,
  );
  return rows.map((row) => row.activity_id);
}

/** Whether an instance has any call yet. */
export async function hasCalls(db: Db, instanceId: number): Promise<boolean> {
  const { rows } = await sql`select from phone_call where instance_id = ${instanceId} limit 1`.execute(db);
  return rows.length > 0;
}
