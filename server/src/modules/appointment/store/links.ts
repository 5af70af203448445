import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** By what somebody outside answers without a calendar. */
export interface LinkRow {
  readonly appointment_id: number;
  readonly member_id: number;
  /** SHA-256 of what the link bears; null where the last mail has none. */
  readonly token_hash: Buffer | null;
  /** How the last mail stands, where it went out from the instance; else null. */
  readonly own_mail: 'waiting' | 'sent' | 'failed' | null;
}

/** Puts one in, in the place of that of the mail before. */
export async function putLink(db: Db, instanceId: number, row: LinkRow): Promise<void> {
  await db
    .insertInto('appointment_guest_link')
    .values({ ...row, instance_id: instanceId })
    .onConflict((conflict) =>
      conflict.columns(['instance_id', 'appointment_id', 'member_id']).doUpdateSet((set) => ({
        token_hash: set.ref('excluded.token_hash'),
        own_mail: set.ref('excluded.own_mail'),
      })),
    )
    .execute();
}

/** Notes how a mail stands that the instance has sent; one that was written since is another. */
export async function markOwnMail(
  db: Db,
  instanceId: number,
  { appointment_id: id, member_id: memberId, token_hash: hash }: Omit<LinkRow, 'own_mail'>,
  state: 'sent' | 'failed',
): Promise<boolean> {
  const { numAffectedRows } = await sql`update appointment_guest_link set own_mail = ${state}
    where instance_id = ${instanceId} and appointment_id = ${id} and member_id = ${memberId} and own_mail = 'waiting'
      and token_hash is not distinct from ${hash}::bytea`.execute(db);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

export async function findLink(db: Db, instanceId: number, hash: Buffer): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`select appointment_id, member_id, token_hash, own_mail from appointment_guest_link
    where instance_id = ${instanceId} and token_hash = ${hash}`.execute(db);
  return rows[0];
}

export async function readLinks(db: Db, instanceId: number, appointmentId: number): Promise<readonly LinkRow[]> {
  const { rows } = await sql<LinkRow>`select appointment_id, member_id, token_hash, own_mail from appointment_guest_link
    where instance_id = ${instanceId} and appointment_id = ${appointmentId} order by member_id`.execute(db);
  return rows;
}
