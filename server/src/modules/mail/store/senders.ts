import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import './tables.ts';

/** Mails to a domain from which on it counts as one that is often written to. */
const OFTEN = 3;
const MAX_DOMAINS = 1000;

export interface SenderRows {
  readonly people: readonly {
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string | null;
  }[];
  readonly mailboxes: readonly string[];
  readonly domains: readonly string[];
}

/** Whom a sender may pretend to be: the people, the mailboxes' addresses, and the domains that are often written to. */
export async function readKnownSenders(db: Db, instanceId: number): Promise<SenderRows> {
  const { rows: people } = await sql<SenderRows['people'][number]>`
    select first_name, last_name, email from app_user where instance_id = ${instanceId} and is_active`.execute(db);
  const { rows: mailboxes } = await sql<{ address: string }>`
    select email as address from mail_account where instance_id = ${instanceId} and removed_at is null
    union select name from box where instance_id = ${instanceId} and name like '%_@_%'`.execute(db);
  const { rows: domains } = await sql<{ domain: string }>`
    select domain from mail_written where instance_id = ${instanceId}
    group by domain having count(*) >= ${OFTEN} order by count(*) desc limit ${atMost(MAX_DOMAINS)}`.execute(db);
  return {
    people,
    mailboxes: mailboxes.map(({ address }) => address),
    domains: domains.map(({ domain }) => domain),
  };
}

/** Notes to which domains mails of ours went. */
export async function noteWritten(
  db: Db,
  instanceId: number,
  written: readonly { readonly mailId: number; readonly domain: string }[],
): Promise<void> {
  if (written.length === 0) return;
  await sql`insert into mail_written (instance_id, domain, mail_id)
    select ${instanceId}, w.domain, w.mail_id
    from unnest(${written.map(({ domain }) => domain)}::text[], ${written.map(({ mailId }) => mailId)}::bigint[]) as w (domain, mail_id)
    on conflict do nothing`.execute(db);
}
