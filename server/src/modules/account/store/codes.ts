import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

type CodeRow = Selectable<Tables['sign_in_code']>;

export async function putCode(db: Db, code: CodeRow): Promise<void> {
  await db.insertInto('sign_in_code').values(code).execute();
}

/** Takes a code away and answers it, late or not: it is good for one try, right or wrong. */
export const takeCode = (db: Db, instanceId: number, codeHash: Buffer): Promise<CodeRow | undefined> =>
  db
    .deleteFrom('sign_in_code')
    .where('instance_id', '=', instanceId)
    .where('code_hash', '=', codeHash)
    .returningAll()
    .executeTakeFirst();

/** Voids what was handed out for a person and has not been exchanged yet. */
export async function dropCodesOf(db: Db, instanceId: number, userId: number): Promise<void> {
  await sql`delete from sign_in_code where instance_id = ${instanceId} and user_id = ${userId}`.execute(db);
}
