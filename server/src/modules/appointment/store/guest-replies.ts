import type { Participation } from '@kontor/contract/appointment';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** What somebody says to an appointment that they are not invited to. */
export interface GuestReplyRow {
  readonly appointment_id: number;
  readonly address: string;
  readonly name: string;
  readonly state: Exclude<Participation, 'none'>;
  readonly comment: string;
  /** The number of what they answer to. */
  readonly sequence: number;
  /** When it was written, in milliseconds since 1970. */
  readonly stamp: number;
}

export async function readGuestReplies(
  db: Db,
  instanceId: number,
  appointmentId: number,
): Promise<readonly GuestReplyRow[]> {
  const { rows } = await sql<GuestReplyRow>`
    select appointment_id, address, name, state, comment, sequence, stamp from appointment_guest_reply
    where instance_id = ${instanceId} and appointment_id = ${appointmentId} order by stamp, address`.execute(db);
  return rows;
}

/** Puts one in, in the place of an older one of the same address. */
export async function putGuestReply(db: Db, instanceId: number, row: GuestReplyRow): Promise<void> {
  await sql`insert into appointment_guest_reply (instance_id, appointment_id, address, name, state, comment, sequence, stamp)
    values (${instanceId}, ${row.appointment_id}, ${row.address}, ${row.name}, ${row.state}, ${row.comment}, ${row.sequence}, ${row.stamp})
    on conflict (instance_id, appointment_id, address) do update set name = excluded.name, state = excluded.state, comment = excluded.comment,
      sequence = excluded.sequence, stamp = excluded.stamp
      where appointment_guest_reply.stamp < excluded.stamp`.execute(db);
}

export async function dropGuestReply(
  db: Db,
  instanceId: number,
  { appointment_id: id, address }: Pick<GuestReplyRow, 'appointment_id' | 'address'>,
): Promise<void> {
  await sql`delete from appointment_guest_reply
    where instance_id = ${instanceId} and appointment_id = ${id} and address = ${address}`.execute(db);
}
