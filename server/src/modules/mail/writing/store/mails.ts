import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import '../../store/tables.ts';

/** Whether a person sees a mail. */
export async function seesMail(db: Db, instanceId: number, userId: number, mailId: number): Promise<boolean> {
  const { rows } = await sql`select from mail m
    join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.mail_id and au.user_id = ${userId}
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId}`.execute(db);
  return rows.length > 0;
}
