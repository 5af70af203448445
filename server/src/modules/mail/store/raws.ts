import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { boxIn } from '../../activity/index.ts';
import './tables.ts';

/** Bytes of a mail as they came. */
export interface RawBytes {
  readonly raw_hash: string;
  readonly raw_size: number;
}

/**
 * SQL of the bytes with which a mail, a row `mail`, came into a box: from its server, by delivery, or by an import. No row if it came in
 * another way, or by an import that kept no bytes.
 */
export const rawInBox = (mail: RawBuilder<unknown>, boxId: RawBuilder<unknown>): RawBuilder<RawBytes> => sql`
  select raw_hash, raw_size from (
    (select c.raw_hash, c.raw_size, 0 as kind from mail_copy c
      join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
      join mail_account a on a.instance_id = f.instance_id and a.account_id = f.account_id
      where c.instance_id = ${mail}.instance_id and c.mail_id = ${mail}.mail_id and a.box_id = ${boxId} order by c.copy_id limit 1)
    union all
    (select r.raw_hash, r.raw_size, 1 from mail_received r
      join mail_account a on a.instance_id = r.instance_id and a.account_id = r.account_id
      where r.instance_id = ${mail}.instance_id and r.mail_id = ${mail}.mail_id and a.box_id = ${boxId} order by r.received_id limit 1)
    union all
    (select k.raw_hash, k.raw_size, 2 from mail_kept k
      where k.instance_id = ${mail}.instance_id and k.mail_id = ${mail}.mail_id and k.box_id = ${boxId} order by k.kept_id limit 1)
  ) kept order by kind limit 1`;

/**
 * Returns the bytes that reached the mailbox in which the person has the mail. If that has none, those of another mailbox are returned,
 * whose header tells of another way.
 */
export async function rawOf(db: Db, instanceId: number, userId: number, mailId: number): Promise<RawBytes | undefined> {
  const { rows } = await sql<RawBytes>`
    select coalesce(own.raw_hash, m.raw_hash) as raw_hash, coalesce(own.raw_size, m.raw_size) as raw_size
    from mail m
    join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.mail_id and au.user_id = ${userId}
    left join lateral (${rawInBox(sql`m`, boxIn(sql`au`))}) own on true
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId}`.execute(db);
  return rows[0];
}

/** A mail that was put into a box by Kontor itself: neither a mail server nor the receiver has a row of it. */
export interface KeptMail extends RawBytes {
  readonly mail_id: number;
  readonly box_id: number;
}

/** Notes the bytes of such mails; the same again is the same. */
export async function keepRaws(db: Db, instanceId: number, mails: readonly KeptMail[]): Promise<void> {
  await sql`insert into mail_kept (instance_id, mail_id, box_id, raw_hash, raw_size)
    select ${instanceId}, k.* from unnest(${mails.map((it) => it.mail_id)}::bigint[], ${mails.map((it) => it.box_id)}::int[],
      ${mails.map((it) => it.raw_hash)}::text[], ${mails.map((it) => it.raw_size)}::bigint[]) as k
    on conflict (instance_id, mail_id, box_id, raw_hash) do nothing`.execute(db);
}

/** Takes a mail's bytes along from one box to another one, where it came to that one by itself not. */
export async function takeRawAlong(
  db: Db,
  instanceId: number,
  mailId: number,
  boxes: { readonly from: number; readonly to: number },
): Promise<void> {
  await sql`insert into mail_kept (instance_id, mail_id, box_id, raw_hash, raw_size)
    select m.instance_id, m.mail_id, ${boxes.to}, coalesce(own.raw_hash, m.raw_hash), coalesce(own.raw_size, m.raw_size)
    from mail m left join lateral (${rawInBox(sql`m`, sql`${boxes.from}::int`)}) own on true
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId}
    on conflict (instance_id, mail_id, box_id, raw_hash) do nothing`.execute(db);
}
