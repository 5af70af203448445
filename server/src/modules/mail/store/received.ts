import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Known } from '../../../platform/mailreceive/index.ts';
import './tables.ts';

export type ReceivedRow = Selectable<Tables['mail_received']>;

/** Keeps a mail that was received for an account; undefined where the same bytes were received for it before. */
export async function insertReceived(
  db: Db,
  row: Omit<ReceivedRow, 'received_id' | 'mail_id'>,
): Promise<number | undefined> {
  const inserted = await db
    .insertInto('mail_received')
    .values(row)
    .onConflict((conflict) => conflict.columns(['instance_id', 'account_id', 'sent_hash']).doNothing())
    .returning('received_id')
    .executeTakeFirst();
  return inserted?.received_id;
}

/** A received mail that is not in the lists yet; `lock` keeps others from changing it in this transaction. */
export async function findWaitingReceived(
  db: Db,
  instanceId: number,
  receivedId: number,
  lock = false,
): Promise<ReceivedRow | undefined> {
  const query = db
    .selectFrom('mail_received')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('received_id', '=', receivedId)
    .where('mail_id', 'is', null);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function waitingReceived(db: Db, instanceId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('mail_received')
    .select('received_id')
    .where('instance_id', '=', instanceId)
    .where('mail_id', 'is', null)
    .orderBy('received_id')
    .execute();
  return rows.map((row) => row.received_id);
}

export async function setMailOfReceived(db: Db, instanceId: number, receivedId: number, mailId: number): Promise<void> {
  await db
    .updateTable('mail_received')
    .set({ mail_id: mailId })
    .where('instance_id', '=', instanceId)
    .where('received_id', '=', receivedId)
    .execute();
}

export interface ReceivedCounts {
  readonly listed: number;
  readonly waiting: number;
  readonly unreadable: number;
  readonly last: Date | null;
}

/** How the mails of an address are: in the lists, waiting for it, not readable, and when the last one came. */
export async function countReceived(db: Db, instanceId: number, accountId: number): Promise<ReceivedCounts> {
  const { rows } = await sql<ReceivedCounts>`
    select count(r.mail_id)::int as listed, count(*) filter (where r.mail_id is null)::int as waiting,
      count(m.unreadable)::int as unreadable, max(r.received_at) as last
    from mail_received r
    left join mail m on m.instance_id = r.instance_id and m.mail_id = r.mail_id and m.unreadable is not null
    where r.instance_id = ${instanceId} and r.account_id = ${accountId}`.execute(db);
  return rows[0] ?? { listed: 0, waiting: 0, unreadable: 0, last: null };
}

const attemptKey = (parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\n')).digest();

/** Returns what is known of an attempt to deliver. `parts`: network, sender and recipient. */
export async function findAttempt(db: Db, instanceId: number, parts: readonly string[]): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select asked_at as "askedAt", seen_at as "seenAt", passed from mail_greylist
    where instance_id = ${instanceId} and attempt = ${attemptKey(parts)}`.execute(db);
  return rows[0];
}

export async function noteAttempt(
  db: Db,
  instanceId: number,
  parts: readonly string[],
  { askedAt, seenAt, passed }: Known,
): Promise<void> {
  await sql`insert into mail_greylist (instance_id, attempt, asked_at, seen_at, passed)
    values (${instanceId}, ${attemptKey(parts)}, ${askedAt}, ${seenAt}, ${passed})
    on conflict (instance_id, attempt) do update set asked_at = excluded.asked_at, seen_at = excluded.seen_at,
      passed = excluded.passed`.execute(db);
}

/** Forgets who asked and never came again, and who has not been here for long. */
export async function sweepAttempts(db: Db, instanceId: number, attemptedBefore: Date, passed: Date): Promise<void> {
  await sql`delete from mail_greylist where instance_id = ${instanceId}
    and seen_at < case when passed then ${passed}::timestamptz else ${attemptedBefore}::timestamptz end`.execute(db);
}
