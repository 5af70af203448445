import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import { boxIn, isToldOf } from '../../../activity/index.ts';
import '../../store/tables.ts';
import '../tables.ts';
import { joinAllowed } from './rights.ts';

/** A mail that a person sees, with what they may do with the account that they see it through, and who takes care of it. */
export interface ClaimableMail {
  readonly mail_id: number;
  readonly sends: boolean;
  readonly manages: boolean;
  readonly claimed_by: number | null;
  /** Box of the claim; without a claim the box in which the person would make one. */
  readonly claim_box_id: number;
  readonly claimed_at: Date | null;
}

/** The claim to a mail that the person of a row of `activity_user` is told of: of several the one of the box in which they have it. */
export const claimFor = (row: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select c.* from mail_claim c where c.instance_id = ${row}.instance_id and c.mail_id = ${row}.activity_id
    and ${isToldOf(row, sql`c`)} order by c.box_id = ${boxIn(row)} desc, c.at desc limit 1`;

/** Those of the mails that a person sees. */
export async function claimableMails(
  db: Db,
  instanceId: number,
  userId: number,
  mailIds: readonly number[],
): Promise<readonly ClaimableMail[]> {
  const { rows } = await sql<ClaimableMail>`
    select m.mail_id, coalesce(a.owner_id = ${userId} or ${userId}::int = any(allowed.senders) or exists (select from mail_substitution s
        where s.instance_id = m.instance_id and s.mail_id = m.mail_id and s.user_id = ${userId} and s.account_id = a.account_id
          and s.ended_at is null), false) as sends,
      coalesce(a.owner_id = ${userId} or ${userId}::int = any(allowed.managers), false) as manages,
      c.user_id as claimed_by, c.at as claimed_at, coalesce(c.box_id, ${boxIn(sql`au`)}) as claim_box_id
    from activity_user au
    join mail m on m.instance_id = au.instance_id and m.mail_id = au.activity_id
    left join lateral (
      select a.* from mail_account a where a.instance_id = au.instance_id and a.box_id = au.box_id
      order by a.account_id desc limit 1
    ) a on true
    ${joinAllowed}
    left join lateral (${claimFor(sql`au`)}) c on true
    where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = any(${[...mailIds]}::bigint[])
    order by m.mail_id`.execute(db);
  return rows;
}

/** Has a person, who sees them, take care of mails, whoever did until now, as far as the person is told of that. */
export async function putClaims(
  db: Db,
  instanceId: number,
  mailIds: readonly number[],
  userId: number,
  at: Date,
): Promise<void> {
  await sql`insert into mail_claim (instance_id, mail_id, box_id, user_id, at)
    select au.instance_id, au.activity_id, coalesce(c.box_id, ${boxIn(sql`au`)}), au.user_id, ${at}
    from activity_user au left join lateral (${claimFor(sql`au`)}) c on true
    where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = any(${[...mailIds]}::bigint[])
    on conflict (instance_id, mail_id, box_id) do update set user_id = excluded.user_id, at = excluded.at`.execute(db);
}

export async function deleteClaims(
  db: Db,
  instanceId: number,
  mails: readonly Pick<ClaimableMail, 'mail_id' | 'claim_box_id'>[],
): Promise<void> {
  await sql`delete from mail_claim where instance_id = ${instanceId} and (mail_id, box_id) in (
    select * from unnest(${mails.map((it) => it.mail_id)}::bigint[], ${mails.map((it) => it.claim_box_id)}::int[]))`.execute(
    db,
  );
}

/**
 * Deletes the claims of these people to mails that they no longer see, or no longer see in the box of the claim. Returns the ids of these
 * mails.
 */
export async function deleteUnseenClaims(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`
    delete from mail_claim c where c.instance_id = ${instanceId} and c.user_id = any(${[...userIds]}::int[])
      and not exists (select from activity_user au where au.instance_id = c.instance_id and au.activity_id = c.mail_id
        and au.user_id = c.user_id and (${boxIn(sql`au`)} = c.box_id or exists (select from box_member b
          where b.instance_id = c.instance_id and b.box_id = c.box_id and b.user_id = c.user_id)))
    returning c.mail_id`.execute(db);
  return rows.map((row) => row.mail_id);
}

/** Returns the claims to these mails, with the time of each, that the person sees and is told of (`isToldOf`). */
export async function readClaims(
  db: Db,
  instanceId: number,
  userId: number,
  mailIds: readonly number[],
): Promise<readonly { readonly mail_id: number; readonly user_id: number; readonly at: Date }[]> {
  if (mailIds.length === 0) return [];
  const { rows } = await sql<{ mail_id: number; user_id: number; at: Date }>`
    select c.mail_id, c.user_id, c.at from activity_user au cross join lateral (${claimFor(sql`au`)}) c
    where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = any(${[...mailIds]}::bigint[])`.execute(
    db,
  );
  return rows;
}
