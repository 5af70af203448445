import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Every change of an instance shares this lock; who removes the instance takes it alone. */
const INSTANCE_LOCK = 7_340_023;

/** Keeps an instance from being removed before the transaction ends. The first lock that a change takes, so that none waits in a circle. */
export async function staysWhile(db: Db, instanceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${INSTANCE_LOCK}::int, ${instanceId}::int)`.execute(db);
}

/** Waits for all changes of an instance, and keeps new ones from beginning before the transaction ends. */
export async function aloneWith(db: Db, instanceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${INSTANCE_LOCK}::int, ${instanceId}::int)`.execute(db);
}
