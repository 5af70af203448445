import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

type CodeRow = Selectable<Tables['sign_in_code']>;

export async function putCode(db: Db, code: Insertable<Tables['sign_in_code']>): Promise<void> {
  await db.insertInto('sign_in_code').values(code).execute();
}

/** Counts a try of a code and answers it, late or not: it is good for the first one, right or wrong. */
export const takeCode = (db: Db, instanceId: number, codeHash: Buffer): Promise<CodeRow | undefined> =>
  db
    .updateTable('sign_in_code')
    .set({ tries: sql`tries + 1` })
    .where('instance_id', '=', instanceId)
    .where('code_hash', '=', codeHash)
    .returningAll()
    .executeTakeFirst();

/** Notes what a code was exchanged for. False where it came a second time meanwhile, or was voided. */
export async function bindCode(db: Db, instanceId: number, codeHash: Buffer, sessionId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_code')
    .set({ session_id: sessionId })
    .where('instance_id', '=', instanceId)
    .where('code_hash', '=', codeHash)
    .where('tries', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Voids what was handed out for a person and has not been exchanged yet. */
export async function dropCodesOf(db: Db, instanceId: number, userId: number): Promise<void> {
  await sql`delete from sign_in_code where instance_id = ${instanceId} and user_id = ${userId} and session_id is null`.execute(
    db,
  );
}
