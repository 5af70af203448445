import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Rows of the lists as the planner believes; none where it never counted. */
export async function knownRows(owner: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select greatest(reltuples, 0)::float8 as n from pg_class where oid = 'activity_user'::regclass`.execute(owner);
  return rows[0]?.n ?? 0;
}

/** Lets the planner count. Long texts are left out: nothing is planned by them. */
export async function countAnew(owner: Db): Promise<void> {
  await sql`analyze activity (instance_id, activity_id, ts, box_id, module), activity_user,
    mail (instance_id, mail_id, content_key, unreadable), mail_folder,
    mail_copy (instance_id, copy_id, folder_id, uid, mail_id, raw_hash)`.execute(owner);
}
