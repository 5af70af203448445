import type { SenderWarning, Authentication } from '@kontor/contract/mail';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { UnsubscribeOffer } from '../../../platform/mailparse/index.ts';
import type { FoundSignature, MailPeople } from '../store/tables.ts';
import '../store/reader-tables.ts';

/** Has mails checked at once, by the clock of the database: that of the server may go back before it looks. */
export async function setDue(db: Db, instanceId: number, mailIds: readonly number[]): Promise<void> {
  if (mailIds.length === 0) return;
  await sql`insert into mail_check (instance_id, mail_id, due) select ${instanceId}, id, now() from unnest(${[...mailIds]}::bigint[]) as m (id)
    on conflict (instance_id, mail_id) do update set due = excluded.due, tries = 0`.execute(db);
}

export async function dueChecks(
  db: Db,
  instanceId: number,
  now: Date,
  most: number,
): Promise<readonly { readonly mail_id: number; readonly tries: number }[]> {
  const { rows } = await sql<{ mail_id: number; tries: number }>`
    select mail_id, tries from mail_check where instance_id = ${instanceId} and due <= greatest(now(), ${now}) order by due, mail_id limit ${atMost(most)}`.execute(
    db,
  );
  return rows;
}

/** When the next check is due; undefined where there is none. */
export async function nextCheck(db: Db, instanceId: number): Promise<Date | undefined> {
  const { rows } = await sql<{
    due: Date | null;
  }>`select min(due) as due from mail_check where instance_id = ${instanceId}`.execute(db);
  return rows[0]?.due ?? undefined;
}

/** Forgets a check that was made, or puts it off. */
export async function settleCheck(db: Db, instanceId: number, mailId: number, again: Date | undefined): Promise<void> {
  if (again === undefined)
    await db.deleteFrom('mail_check').where('instance_id', '=', instanceId).where('mail_id', '=', mailId).execute();
  else
    await sql`update mail_check set due = ${again}, tries = tries + 1 where instance_id = ${instanceId} and mail_id = ${mailId}`.execute(
      db,
    );
}

export interface CheckedMail {
  readonly mail_id: number;
  readonly raw_hash: string;
  readonly raw_size: number;
  readonly people: MailPeople;
  readonly warnings: readonly SenderWarning[];
  readonly unsubscribe: UnsubscribeOffer | null;
  readonly signature: FoundSignature | null;
  readonly direction: number;
  /** The mail server that it was read from; null where Kontor received it, or it came otherwise. */
  readonly server: string | null;
  readonly is_own: boolean;
}

/** A mail with the bytes as they came first. */
export async function findChecked(db: Db, instanceId: number, mailId: number): Promise<CheckedMail | undefined> {
  const { rows } = await sql<CheckedMail>`
    select m.mail_id, m.people, m.warnings, m.unsubscribe, m.signature, a.direction, c.host as server,
      r.raw_hash is not null and c.host is null as is_own,
      coalesce(c.raw_hash, r.raw_hash, m.raw_hash) as raw_hash, coalesce(c.raw_size, r.raw_size, m.raw_size) as raw_size
    from mail m
    join activity a on a.instance_id = m.instance_id and a.activity_id = m.mail_id
    left join lateral (
      select c.raw_hash, c.raw_size, account.host from mail_copy c
      join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
      join mail_account account on account.instance_id = f.instance_id and account.account_id = f.account_id
      where c.instance_id = m.instance_id and c.mail_id = m.mail_id order by c.copy_id limit 1
    ) c on true
    left join lateral (
      select r.raw_hash, r.raw_size from mail_received r where r.instance_id = m.instance_id and r.mail_id = m.mail_id
      order by r.received_id limit 1
    ) r on true
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId}`.execute(db);
  return rows[0];
}

export async function setChecked(
  db: Db,
  instanceId: number,
  mailId: number,
  found: {
    readonly authentication?: Authentication;
    readonly warnings?: readonly SenderWarning[];
    readonly signature?: FoundSignature;
    readonly isOneClickSigned?: boolean;
  },
): Promise<void> {
  const { authentication, warnings, signature, isOneClickSigned } = found;
  const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
  await sql`update mail set authentication = coalesce(${json(authentication)}::jsonb, authentication),
      warnings = coalesce(${json(warnings)}::jsonb, warnings), signature = coalesce(${json(signature)}::jsonb, signature),
      unsubscribe = case when ${isOneClickSigned ?? false}::boolean then unsubscribe || '{"isSigned": true}' else unsubscribe end
    where instance_id = ${instanceId} and mail_id = ${mailId}`.execute(db);
}

/** Notes which certificate a sender's mail bore, where it is the first. */
export async function noteCertificate(
  db: Db,
  instanceId: number,
  row: { readonly address: string; readonly fingerprint: string; readonly mailId: number },
): Promise<void> {
  await sql`insert into mail_certificate (instance_id, address, fingerprint, mail_id)
    values (${instanceId}, ${row.address.toLowerCase()}, ${row.fingerprint}, ${row.mailId})
    on conflict (instance_id, address, fingerprint) do update set mail_id = least(mail_certificate.mail_id, excluded.mail_id)`.execute(
    db,
  );
}

/** Which of these mails are signed with a certificate that an earlier one of the same sender bore. */
export async function knownCertificates(
  db: Db,
  instanceId: number,
  mailIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (mailIds.length === 0) return new Set();
  const { rows } = await sql<{ mail_id: number }>`
    select m.mail_id from mail m
    join mail_certificate c on c.instance_id = m.instance_id and c.fingerprint = m.signature #>> '{checked,fingerprint}'
      and c.address = lower(m.people #>> '{from,0,address}') and c.mail_id < m.mail_id
    where m.instance_id = ${instanceId} and m.mail_id = any(${[...mailIds]}::bigint[])`.execute(db);
  return new Set(rows.map((row) => row.mail_id));
}

export interface AuthorityRow {
  readonly fingerprint: string;
  readonly name: string;
  readonly pem: string;
  readonly valid_until: Date;
}

export async function readAuthorities(db: Db, instanceId: number): Promise<readonly AuthorityRow[]> {
  const { rows } = await sql<AuthorityRow>`select fingerprint, name, pem, valid_until from mail_authority
    where instance_id = ${instanceId} order by name, fingerprint`.execute(db);
  return rows;
}

export async function putAuthority(
  db: Db,
  instanceId: number,
  row: AuthorityRow & { readonly addedBy: number },
): Promise<void> {
  await sql`insert into mail_authority (instance_id, fingerprint, name, pem, valid_until, added_by)
    values (${instanceId}, ${row.fingerprint}, ${row.name}, ${row.pem}, ${row.valid_until}, ${row.addedBy})
    on conflict (instance_id, fingerprint) do update set name = excluded.name`.execute(db);
}

/** Whether it was there. */
export async function dropAuthority(db: Db, instanceId: number, fingerprint: string): Promise<boolean> {
  const { rows } =
    await sql`delete from mail_authority where instance_id = ${instanceId} and fingerprint = ${fingerprint}
    returning fingerprint`.execute(db);
  return rows.length > 0;
}

/** The newest signed mails, which other authorities may make worth something else. */
export async function signedMails(db: Db, instanceId: number, most: number): Promise<readonly number[]> {
  const { rows } = await sql<{
    mail_id: number;
  }>`select mail_id from mail where instance_id = ${instanceId} and signature is not null
    order by mail_id desc limit ${atMost(most)}`.execute(db);
  return rows.map((row) => row.mail_id);
}
