import type { PushTestProblem } from '@kontor/contract/settings';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { TestRow } from './rules.ts';
import '../tables.ts';

interface Own {
  readonly sessionId: string;
  readonly testId: string;
}

/** Begins a test of a session, in the place of the one before. */
export async function beginTest(
  db: Db,
  instanceId: number,
  test: Own & { readonly relayed: boolean; readonly at: Date; readonly problem: PushTestProblem | null },
): Promise<void> {
  await sql`insert into push_test (instance_id, session_id, test_id, relayed, begun_at, problem)
    values (${instanceId}, ${test.sessionId}, ${test.testId}, ${test.relayed}, ${test.at}, ${test.problem})
    on conflict (instance_id, session_id) do update set test_id = excluded.test_id, relayed = excluded.relayed,
      begun_at = excluded.begun_at, sent_at = null, relay_at = null, service_at = null, arrived_at = null,
      problem = excluded.problem`.execute(db);
}

export const readTest = (db: Db, instanceId: number, { sessionId, testId }: Own): Promise<TestRow | undefined> =>
  db
    .selectFrom('push_test')
    .select(['relayed', 'begun_at', 'sent_at', 'relay_at', 'service_at', 'arrived_at', 'problem'])
    .where('instance_id', '=', instanceId)
    .where('session_id', '=', sessionId)
    .where('test_id', '=', testId)
    .executeTakeFirst();

/** Notes how far a test has come, and what went wrong last. */
export async function noteTest(
  db: Db,
  instanceId: number,
  { sessionId, testId }: Own,
  reached: {
    readonly sentAt: Date;
    readonly relayAt: Date | null;
    readonly serviceAt: Date | null;
    readonly problem: PushTestProblem | null;
  },
): Promise<void> {
  await db
    .updateTable('push_test')
    .set({
      sent_at: reached.sentAt,
      relay_at: reached.relayAt,
      service_at: reached.serviceAt,
      problem: reached.problem,
    })
    .where('instance_id', '=', instanceId)
    .where('session_id', '=', sessionId)
    .where('test_id', '=', testId)
    .execute();
}

/** Notes that a test has arrived. False where it had, or is not there. */
export async function noteArrival(db: Db, instanceId: number, { sessionId, testId }: Own, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_test')
    .set({ arrived_at: at })
    .where('instance_id', '=', instanceId)
    .where('session_id', '=', sessionId)
    .where('test_id', '=', testId)
    .where('arrived_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
