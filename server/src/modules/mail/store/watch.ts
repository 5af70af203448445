import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';

/** A mailbox that is read by this process. */
export interface WatchRow {
  readonly instance_id: number;
  readonly account_id: number;
  /** Another one means that the account is to be read anew from the database. */
  readonly version: number;
}

/** How many mailboxes are to be read in all, and how many of them this process reads. */
export async function countWatches(owner: Db, processId: string): Promise<{ total: number; mine: number }> {
  const { rows } = await sql<{ total: number; mine: number }>`
    select count(*)::int as total, count(*) filter (where process_id = ${processId})::int as mine from mail_watch`.execute(
    owner,
  );
  return rows[0] ?? { total: 0, mine: 0 };
}

/** Takes mailboxes that nobody reads. */
export async function claimWatches(owner: Db, processId: string, most: number): Promise<void> {
  await sql`update mail_watch set process_id = ${processId}, state = null where (instance_id, account_id) in (
    select instance_id, account_id from mail_watch where process_id is null limit ${atMost(most)} for update skip locked)`.execute(
    owner,
  );
}

export async function myWatches(owner: Db, processId: string): Promise<readonly WatchRow[]> {
  const { rows } = await sql<WatchRow>`
    select instance_id, account_id, version from mail_watch where process_id = ${processId}`.execute(owner);
  return rows;
}

/** Leaves a mailbox to whoever takes it. */
export async function leaveWatch(owner: Db, processId: string, watch: WatchRow): Promise<void> {
  await sql`update mail_watch set process_id = null where instance_id = ${watch.instance_id}
    and account_id = ${watch.account_id} and process_id = ${processId}`.execute(owner);
}

/** Keeps what the reader of a mailbox tells of itself, as JSON. */
export async function noteState(
  owner: Db,
  processId: string,
  watch: { readonly instanceId: number; readonly accountId: number },
  state: object,
): Promise<void> {
  await sql`update mail_watch set state = ${JSON.stringify(state)}::jsonb where instance_id = ${watch.instanceId}
    and account_id = ${watch.accountId} and process_id = ${processId}`.execute(owner);
}

/** What the reader of a mailbox told last; undefined where nobody reads it. */
export async function readState(owner: Db, instanceId: number, accountId: number): Promise<unknown> {
  const { rows } = await sql<{ state: unknown }>`select state from mail_watch
    where instance_id = ${instanceId} and account_id = ${accountId} and process_id is not null`.execute(owner);
  return rows[0]?.state ?? undefined;
}
