import type { Invitation } from '@kontor/contract/mail';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { namesOf } from '../../account/index.ts';
import './reader-tables.ts';

/** Addresses of the mailboxes that a person belongs to, and those that these may write as. */
export async function ownAddresses(db: Db, instanceId: number, userId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ address: string }>`
    select a.email as address from mail_account a
    join box_member b on b.instance_id = a.instance_id and b.box_id = a.box_id and b.user_id = ${userId}
    where a.instance_id = ${instanceId} and a.removed_at is null
    union select s.email from mail_sender s
    join mail_account a on a.instance_id = s.instance_id and a.account_id = s.account_id and a.removed_at is null
    join box_member b on b.instance_id = a.instance_id and b.box_id = a.box_id and b.user_id = ${userId}
    where s.instance_id = ${instanceId} and s.removed_at is null`.execute(db);
  return rows.map((row) => row.address);
}

/** What became of appointments that mails bring, by the mails' ids: as the person answered them, and as later mails say. */
export async function appointmentStates(
  db: Db,
  instanceId: number,
  userId: number,
  mailIds: readonly number[],
): Promise<
  ReadonlyMap<
    number,
    { readonly answer: Invitation['answer']; readonly isOutdated: boolean; readonly isCancelled: boolean }
  >
> {
  const { rows } = await sql<{
    mail_id: number;
    answer: 'accepted' | 'tentative' | 'declined' | null;
    at: number | null;
    by: number | null;
    outdated: boolean;
    cancelled: boolean;
  }>`
    select m.mail_id, given.answer, extract(epoch from given.at)::int as at, given.user_id as by,
      coalesce(later.outdated, false) as outdated, coalesce(later.cancelled, false) as cancelled
    from mail m
    left join lateral (
      select * from mail_invitation_answer g where g.instance_id = m.instance_id and g.uid = m.invitation ->> 'uid'
        and g.recurrence = m.invitation ->> 'recurrence' order by (g.user_id = ${userId}) desc, g.at desc limit 1
    ) given on true
    left join lateral (
      select bool_or(o.invitation ->> 'method' in ('REQUEST', 'PUBLISH') and (o.invitation ->> 'sequence')::numeric > (m.invitation ->> 'sequence')::numeric) as outdated,
        bool_or(o.invitation ->> 'method' = 'CANCEL' and (o.invitation ->> 'sequence')::numeric >= (m.invitation ->> 'sequence')::numeric) as cancelled
      from mail o
      join activity_user au on au.instance_id = o.instance_id and au.activity_id = o.mail_id and au.user_id = ${userId}
      where o.instance_id = m.instance_id and o.mail_id <> m.mail_id and o.invitation ->> 'uid' = m.invitation ->> 'uid'
        and (o.invitation ->> 'recurrence' = m.invitation ->> 'recurrence' or o.invitation ->> 'recurrence' = '')
        -- Whoever else writes of it changes nothing.
        and lower(o.people #>> '{from,0,address}') = lower(m.people #>> '{from,0,address}')
    ) later on true
    where m.instance_id = ${instanceId} and m.mail_id = any(${[...mailIds]}::bigint[])`.execute(db);
  const names = await namesOf(db, instanceId, [...new Set(rows.flatMap(({ by }) => by ?? []))]);
  return new Map(
    rows.map((row) => [
      row.mail_id,
      {
        answer: row.answer === null ? null : { answer: row.answer, at: row.at ?? 0, by: names.get(row.by ?? 0) ?? '' },
        isOutdated: row.outdated,
        isCancelled: row.cancelled,
      },
    ]),
  );
}

/** How unsubscribing from what mails are part of went. */
export async function unsubscribed(
  db: Db,
  instanceId: number,
  mailIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly state: 'asked' | 'done' | 'failed'; readonly at: number }>> {
  const { rows } = await sql<{ mail_id: number; state: 'asked' | 'done' | 'failed'; at: number }>`
    select mail_id, state, extract(epoch from at)::int as at from mail_unsubscribed
    where instance_id = ${instanceId} and mail_id = any(${[...mailIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ mail_id: mailId, ...row }) => [mailId, row]));
}

/** Pictures of the instance's people, by their addresses in lower case. */
export async function picturesOf(
  db: Db,
  instanceId: number,
  addresses: readonly string[],
): Promise<readonly { readonly address: string; readonly user_id: number; readonly avatar: string }[]> {
  const { rows } = await sql<{ address: string; user_id: number; avatar: string }>`
    select lower(email) as address, user_id, avatar from app_user
    where instance_id = ${instanceId} and is_active and avatar is not null and lower(email) = any(${[...addresses]}::text[])`.execute(
    db,
  );
  return rows;
}
