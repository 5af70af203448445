import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { DEVICE_MS } from '../known-devices.ts';
import { WINDOW_MS } from '../throttle.ts';

/** An ended session is kept so long, and the last one of a person for good: it tells when they were here. */
const KEEP_SESSIONS_MS = 90 * 24 * 3_600_000;

/** A code that was exchanged is known again so long. */
const KEEP_CODES_MS = 24 * 3_600_000;

/** An entry of the menu that was deleted can be put back so long. */
const KEEP_MENU_MS = 30 * 24 * 3_600_000;

/** So can a group that was deleted. */
const KEEP_GROUPS_MS = 30 * 24 * 3_600_000;

/** Removes what is over: ceremonies, codes, deleted entries of the menu and groups, links, tries, devices that nobody has used for long, tokens of sessions that have ended, and in time those sessions. */
export async function sweepInstance(db: Db, instanceId: number, now: number): Promise<void> {
  const at = new Date(now);
  const since = new Date(now - WINDOW_MS);
  const old = new Date(now - KEEP_SESSIONS_MS);
  await sql`delete from ceremony where instance_id = ${instanceId} and expires_at <= ${at}`.execute(db);
  await sql`delete from sign_in_code where instance_id = ${instanceId} and expires_at <= ${at}
    and (session_id is null or expires_at <= ${new Date(now - KEEP_CODES_MS)})`.execute(db);
  await sql`delete from menu_code where instance_id = ${instanceId} and expires_at <= ${at}`.execute(db);
  await sql`delete from main_menu_item where instance_id = ${instanceId} and deleted_at <= ${new Date(now - KEEP_MENU_MS)}`.execute(
    db,
  );
  await sql`delete from person_group where instance_id = ${instanceId} and deleted_at <= ${new Date(now - KEEP_GROUPS_MS)}`.execute(
    db,
  );
  await sql`delete from one_time_link where instance_id = ${instanceId} and expires_at <= ${at}`.execute(db);
  await sql`delete from known_device where instance_id = ${instanceId} and last_used_at <= ${new Date(now - DEVICE_MS)}`.execute(
    db,
  );
  await sql`delete from sign_in_try where instance_id = ${instanceId} and last_at <= ${since}`.execute(db);
  await sql`
    delete from replaced_token t using session s where t.instance_id = ${instanceId} and s.instance_id = t.instance_id
      and s.session_id = t.session_id and (s.ended_at is not null or s.expires_at <= ${at})`.execute(db);
  await sql`
    delete from session s where instance_id = ${instanceId} and coalesce(ended_at, expires_at) <= ${old} and exists (
      select from session later where later.instance_id = s.instance_id and later.user_id = s.user_id
        and (later.last_used_at, later.session_id) > (s.last_used_at, s.session_id))`.execute(db);
}
