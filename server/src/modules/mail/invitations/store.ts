import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../store/reader-tables.ts';

/** Notes a person's answer to an invitation in place of an earlier one. */
export async function putAnswer(
  db: Db,
  instanceId: number,
  given: {
    readonly uid: string;
    readonly recurrence: string;
    readonly userId: number;
    readonly sequence: number;
    readonly answer: 'accepted' | 'tentative' | 'declined';
    readonly at: Date;
    readonly outgoingId: number;
  },
): Promise<void> {
  await sql`insert into mail_invitation_answer (instance_id, uid, recurrence, user_id, sequence, answer, at, outgoing_id)
    values (${instanceId}, ${given.uid}, ${given.recurrence}, ${given.userId}, ${given.sequence}, ${given.answer}, ${given.at},
      ${given.outgoingId})
    on conflict (instance_id, uid, recurrence, user_id) do update
      set sequence = excluded.sequence, answer = excluded.answer, at = excluded.at, outgoing_id = excluded.outgoing_id`.execute(
    db,
  );
}
