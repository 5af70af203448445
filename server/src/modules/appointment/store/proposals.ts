import type { TimeMode } from '@kontor/contract/appointment';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** Another time that somebody proposes for an appointment. */
export interface ProposalRow {
  readonly appointment_id: number;
  readonly member_id: number;
  readonly time_mode: TimeMode;
  readonly starts_local: string;
  readonly ends_local: string;
  readonly zone: string | null;
  readonly comment: string;
  /** Milliseconds since 1970. */
  readonly proposed_at: number;
  /** When the mail was written that has brought it, or has told of it; 0 for none. */
  readonly stamp: number;
  /** Null while it is open. */
  readonly declined_at: number | null;
  readonly answer: string;
}

/** Those of some appointments, the oldest first. */
export async function readProposals(
  db: Db,
  instanceId: number,
  ids: readonly number[],
): Promise<readonly ProposalRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ProposalRow>`
    select p.appointment_id, p.member_id, p.time_mode, p.starts_local, p.ends_local, p.zone, p.comment, p.proposed_at, p.stamp, p.declined_at, p.answer
    from appointment_proposal p
    join appointment_person o on o.instance_id = p.instance_id and o.appointment_id = p.appointment_id and o.member_id = p.member_id and o.is_active
    where p.instance_id = ${instanceId} and p.appointment_id = any(${[...ids]}::bigint[])
    order by p.proposed_at, p.member_id`.execute(db);
  return rows;
}

/** Puts in what somebody proposes, in the place of what they have proposed before. */
export async function putProposal(db: Db, instanceId: number, row: ProposalRow): Promise<void> {
  await db
    .insertInto('appointment_proposal')
    .values({ ...row, instance_id: instanceId })
    .onConflict((conflict) =>
      conflict.columns(['instance_id', 'appointment_id', 'member_id']).doUpdateSet((set) => ({
        time_mode: set.ref('excluded.time_mode'),
        starts_local: set.ref('excluded.starts_local'),
        ends_local: set.ref('excluded.ends_local'),
        zone: set.ref('excluded.zone'),
        comment: set.ref('excluded.comment'),
        proposed_at: set.ref('excluded.proposed_at'),
        stamp: set.ref('excluded.stamp'),
        declined_at: set.ref('excluded.declined_at'),
        answer: set.ref('excluded.answer'),
      })),
    )
    .execute();
}

/** Forgets what was proposed for an appointment, which is at another time from now on. */
export async function forgetProposals(db: Db, instanceId: number, appointmentId: number): Promise<void> {
  await sql`delete from appointment_proposal where instance_id = ${instanceId} and appointment_id = ${appointmentId}`.execute(
    db,
  );
}

/** Forgets what somebody has proposed: the time that there is suits them. */
export async function dropProposal(
  db: Db,
  instanceId: number,
  { appointment_id: id, member_id: memberId }: Pick<ProposalRow, 'appointment_id' | 'member_id'>,
): Promise<void> {
  await sql`delete from appointment_proposal
    where instance_id = ${instanceId} and appointment_id = ${id} and member_id = ${memberId}`.execute(db);
}
