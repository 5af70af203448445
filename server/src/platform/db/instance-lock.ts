import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Every change of an instance shares this lock; who removes the instance takes it alone. */
const INSTANCE_LOCK = 7_340_023;

/**
 * Keeps an instance from being removed before the transaction ends, and notes that one has begun (`hasBegun`). The first lock that a change takes, so
 * that none waits in a circle.
 */
export async function staysWhile(db: Db, instanceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${INSTANCE_LOCK}::int, ${instanceId}::int), set_config('app.begun', '1', true)`.execute(
    db,
  );
}

/**
 * SQL: whether `staysWhile` was called in this transaction. For a statement that is sent behind it, together with BEGIN: where that has failed, each
 * statement stands for itself, and would change what nothing takes back.
 */
export const hasBegun = sql<boolean>`current_setting('app.begun', true) = '1'`;

/** Waits for all changes of an instance, and keeps new ones from beginning before the transaction ends. */
export async function aloneWith(db: Db, instanceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${INSTANCE_LOCK}::int, ${instanceId}::int)`.execute(db);
}
