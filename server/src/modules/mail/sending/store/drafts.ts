import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import '../../writing/tables.ts';

/** Notes which mail a draft became; it is no draft any more. Null: it is one again. */
export async function markDraftSent(
  db: Db,
  instanceId: number,
  draftId: number,
  outgoingId: number | null,
): Promise<void> {
  await sql`update mail_draft set outgoing_id = ${outgoingId}, version = version + 1
    where instance_id = ${instanceId} and draft_id = ${draftId}`.execute(db);
}

/** Whom a person writes as unless they say otherwise. */
export async function standardSender(db: Db, instanceId: number, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom('mail_choice')
    .select('standard_sender_id')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.standard_sender_id ?? null;
}
