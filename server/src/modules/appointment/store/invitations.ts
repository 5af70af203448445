import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Told, ToldAnswer } from '../tables.ts';
import '../tables.ts';

/** What somebody outside was told of an appointment by mail, and how that stands. */
export interface InvitationRow {
  readonly appointment_id: number;
  readonly member_id: number;
  readonly told: Told | null;
  readonly told_sequence: number;
  readonly answer: ToldAnswer | null;
  readonly answer_stamp: number;
  readonly sent_as: string;
  readonly outgoing_id: number | null;
  readonly waits: boolean;
  readonly fault: 'senderMissing' | 'addressInvalid' | null;
}

/** One of which nothing was told yet. */
export const untold = (appointmentId: number, memberId: number): InvitationRow => ({
  appointment_id: appointmentId,
  member_id: memberId,
  told: null,
  told_sequence: 0,
  answer: null,
  answer_stamp: 0,
  sent_as: '',
  outgoing_id: null,
  waits: false,
  fault: null,
});

export async function readInvitations(
  db: Db,
  instanceId: number,
  ids: readonly number[],
): Promise<readonly InvitationRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<InvitationRow>`
    select appointment_id, member_id, told, told_sequence, answer, answer_stamp, sent_as, outgoing_id, waits, fault
    from appointment_invitation where instance_id = ${instanceId} and appointment_id = any(${[...ids]}::bigint[])
    order by appointment_id, member_id`.execute(db);
  return rows;
}

export async function putInvitations(db: Db, instanceId: number, rows: readonly InvitationRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('appointment_invitation')
    .values(
      rows.map((row) => ({
        ...row,
        instance_id: instanceId,
        told: row.told === null ? null : JSON.stringify(row.told),
        answer: row.answer === null ? null : JSON.stringify(row.answer),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['instance_id', 'appointment_id', 'member_id']).doUpdateSet((set) => ({
        told: set.ref('excluded.told'),
        told_sequence: set.ref('excluded.told_sequence'),
        answer: set.ref('excluded.answer'),
        answer_stamp: set.ref('excluded.answer_stamp'),
        sent_as: set.ref('excluded.sent_as'),
        outgoing_id: set.ref('excluded.outgoing_id'),
        waits: set.ref('excluded.waits'),
        fault: set.ref('excluded.fault'),
      })),
    )
    .execute();
}

/** Forgets what was told of some appointments, which are others for those outside from now on. */
export async function forgetInvitations(db: Db, instanceId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from appointment_invitation
    where instance_id = ${instanceId} and appointment_id = any(${[...ids]}::bigint[])`.execute(db);
}
