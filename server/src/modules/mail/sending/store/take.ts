import { sql } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { OutgoingRow } from './outgoing.ts';

/** A mail that is to be worked on. */
export interface DueRow {
  readonly instance_id: number;
  readonly outgoing_id: number;
  readonly account_id: number;
  readonly stage: OutgoingRow['stage'];
}

/** A mail that this process has taken; from `held_until` on anybody may take it, unless it was begun. */
export interface TakenRow extends DueRow {
  readonly held_until: Date;
}

/** How long a mail belongs to the process that took it before it is handed over. */
const LEASE_MS = 5 * 60_000;
const CANDIDATES = 100;

/** Takes mails whose time has come, of accounts that are not busy, each account at most `each` at a time. */
export async function takeDue(
  owner: Db,
  take: {
    readonly processId: string;
    readonly now: number;
    readonly most: number;
    readonly each: number;
    readonly busy: ReadonlyMap<number, number>;
  },
): Promise<readonly TakenRow[]> {
  const full = [...take.busy].filter(([, count]) => count >= take.each).map(([accountId]) => accountId);
  const counts = [...take.busy];
  const { rows } = await sql<TakenRow>`
    with due as (
      select o.instance_id, o.outgoing_id, o.account_id, o.next_at from mail_outgoing o
      where o.stage in ('waiting', 'built', 'unknown') and o.next_at <= ${new Date(take.now)} and o.account_id <> all(${full}::int[])
      order by o.next_at limit ${atMost(CANDIDATES)} for update skip locked
    ), ranked as (
      select due.*, row_number() over (partition by due.account_id order by due.next_at) + coalesce(b.running, 0) as place
      from due left join unnest(${counts.map(([id]) => id)}::int[], ${counts.map(([, n]) => n)}::int[]) as b (account_id, running)
        on b.account_id = due.account_id
    ), chosen as (
      select instance_id, outgoing_id from ranked where place <= ${take.each} order by next_at limit ${atMost(take.most)}
    )
    update mail_outgoing o set process_id = ${take.processId}, next_at = ${new Date(take.now + LEASE_MS)}
    from chosen where o.instance_id = chosen.instance_id and o.outgoing_id = chosen.outgoing_id
    returning o.instance_id, o.outgoing_id, o.account_id, o.stage, o.next_at as held_until`.execute(owner);
  return rows;
}

/** When the next mail is due, but for those of some accounts, in milliseconds since 1970; undefined where none is. */
export async function nextDue(owner: Db, without: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select min(next_at) as at from mail_outgoing
    where stage in ('waiting', 'built', 'unknown') and next_at < '9999-01-01' and account_id <> all(${[...without]}::int[])`.execute(
    owner,
  );
  return rows[0]?.at?.getTime();
}

/** Mails in the hands of processes that are no more. */
export async function heldByTheDead(owner: Db): Promise<readonly DueRow[]> {
  const { rows } = await sql<DueRow>`select o.instance_id, o.outgoing_id, o.account_id, o.stage from mail_outgoing o
    where o.process_id is not null and o.stage in ('waiting', 'built', 'handing', 'data', 'unknown')
      and not exists (select from server_process p where p.process_id = o.process_id) limit 1000`.execute(owner);
  return rows;
}

/** Gives a mail back that was taken and not begun. */
export async function giveBack(db: Db, row: DueRow, processId: string, now: Date): Promise<void> {
  await sql`update mail_outgoing set process_id = null, next_at = ${now} where instance_id = ${row.instance_id}
    and outgoing_id = ${row.outgoing_id} and process_id = ${processId} and stage in ('waiting', 'built')`.execute(db);
}

/** Whether a process lives, as of now. */
export async function isAlive(db: Db, processId: string): Promise<boolean> {
  const { rows } = await sql`select from server_process where process_id = ${processId}`.execute(db);
  return rows.length > 0;
}

/** From here on a mail cannot be taken back. Returns the number of the try; undefined where it is another's. */
export async function beginHanding(
  db: Db,
  row: Pick<DueRow, 'instance_id' | 'outgoing_id'>,
  processId: string,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ attempt: number }>`update mail_outgoing
    set stage = 'handing', attempt = attempt + 1, stage_at = ${now}
    where instance_id = ${row.instance_id} and outgoing_id = ${row.outgoing_id} and stage = 'built' and process_id = ${processId}
    returning attempt`.execute(db);
  return rows[0]?.attempt;
}

/** Committed before the end of a mail is said. False where it is another's by now: then it must not be said. */
export async function beginEnd(
  db: Db,
  row: DueRow,
  held: { readonly processId: string; readonly attempt: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`update mail_outgoing set stage = 'data', stage_at = ${now}
    where instance_id = ${row.instance_id} and outgoing_id = ${row.outgoing_id} and stage = 'handing'
      and attempt = ${held.attempt} and process_id = ${held.processId} returning outgoing_id`.execute(db);
  return rows.length === 1;
}
