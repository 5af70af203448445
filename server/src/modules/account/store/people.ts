import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { UserRow } from '../store.ts';

/** A person with what their administrators see of how they sign in. */
export interface PersonInfoRow extends UserRow {
  readonly has_two_factor: boolean;
  readonly passkeys: number;
  readonly open_sessions: number;
  readonly last_used_at: Date | null;
  readonly link_until: Date | null;
}

/** Everybody in an instance, by name, those who left last. */
export async function readPeopleInfo(db: Db, instanceId: number, now: Date): Promise<readonly PersonInfoRow[]> {
  const { rows } = await sql<PersonInfoRow>`
    select u.*, coalesce(f.seed is not null, false) as has_two_factor, coalesce(k.passkeys, 0)::int as passkeys,
      coalesce(s.open_sessions, 0)::int as open_sessions, s.last_used_at, l.link_until
    from app_user u
    left join user_factor f on f.instance_id = u.instance_id and f.user_id = u.user_id
    left join (select user_id, count(*) as passkeys from passkey where instance_id = ${instanceId} group by user_id) k
      on k.user_id = u.user_id
    left join (select user_id, max(last_used_at) as last_used_at,
        count(*) filter (where ended_at is null and expires_at > ${now}) as open_sessions
      from session where instance_id = ${instanceId} group by user_id) s on s.user_id = u.user_id
    left join (select user_id, max(expires_at) as link_until from one_time_link
      where instance_id = ${instanceId} and expires_at > ${now} group by user_id) l on l.user_id = u.user_id
    where u.instance_id = ${instanceId}
    order by u.is_active desc, u.last_name collate "de-x-icu", u.first_name collate "de-x-icu", u.user_name`.execute(
    db,
  );
  return rows;
}

/**
 * Takes the administrators who can sign in for this transaction and answers who they are. Who would take one away waits here for all
 * others who would, and sees what they left.
 */
export async function holdAdministrators(db: Db, instanceId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id from app_user u where u.instance_id = ${instanceId} and u.is_administrator and u.is_active and u.is_unlocked
      and (u.password_hash is not null
        or exists (select from passkey k where k.instance_id = u.instance_id and k.user_id = u.user_id))
    order by u.user_id for no key update of u`.execute(db);
  return new Set(rows.map((row) => row.user_id));
}

/** Takes the second factor, its codes, and all passkeys from a person. Returns what there was. */
export async function removeFactors(
  db: Db,
  instanceId: number,
  userId: number,
): Promise<{ readonly twoFactor: boolean; readonly passkeys: number }> {
  const mine = sql`instance_id = ${instanceId} and user_id = ${userId}`;
  await sql`delete from backup_code where ${mine}`.execute(db);
  const factor = await sql<{
    had: boolean;
  }>`delete from user_factor where ${mine} returning seed is not null as had`.execute(db);
  const keys = await sql`delete from passkey where ${mine}`.execute(db);
  return { twoFactor: factor.rows[0]?.had ?? false, passkeys: Number(keys.numAffectedRows ?? 0n) };
}
