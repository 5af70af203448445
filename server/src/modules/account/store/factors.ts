import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

export type FactorRow = Selectable<Tables['user_factor']>;

export const findFactor = (db: Db, instanceId: number, userId: number): Promise<FactorRow | undefined> =>
  db
    .selectFrom('user_factor')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Keeps a sealed seed that waits for its first code. */
export async function putPendingSeed(db: Db, instanceId: number, userId: number, sealed: string): Promise<void> {
  await db
    .insertInto('user_factor')
    .values({ instance_id: instanceId, user_id: userId, pending_seed: sealed })
    .onConflict((conflict) => conflict.columns(['instance_id', 'user_id']).doUpdateSet({ pending_seed: sealed }))
    .execute();
}

/** Enables what was pending, with the step of the code that confirmed it used up. False where another was first. */
export async function enableSeed(
  db: Db,
  instanceId: number,
  userId: number,
  { sealed, step, now }: { readonly sealed: string; readonly step: number; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_factor')
    .set({ seed: sealed, pending_seed: null, enabled_at: now, last_step: step })
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('pending_seed', '=', sealed)
    .where('seed', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes the second factor away, with all backup codes. */
export async function dropFactor(db: Db, instanceId: number, userId: number): Promise<void> {
  await sql`delete from user_factor where instance_id = ${instanceId} and user_id = ${userId}`.execute(db);
  await sql`delete from backup_code where instance_id = ${instanceId} and user_id = ${userId}`.execute(db);
}

/** Makes these the backup codes of a person, and no others. */
export async function putBackupCodes(
  db: Db,
  instanceId: number,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`delete from backup_code where instance_id = ${instanceId} and user_id = ${userId}`.execute(db);
  await db
    .insertInto('backup_code')
    .values(hashes.map((code_hash) => ({ instance_id: instanceId, user_id: userId, code_hash })))
    .execute();
}

export async function countBackupCodes(db: Db, instanceId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from backup_code
    where instance_id = ${instanceId} and user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Uses up a code, once, however many try at the same time: a step of time that is later than all that were used, or else a backup code.
 * One statement whatever there is to use up, so that it takes as long for everybody.
 */
export async function spendCode(
  db: Db,
  instanceId: number,
  userId: number,
  code: { readonly step: number | undefined; readonly backupHash: Buffer; readonly now: Date },
): Promise<'step' | 'backup' | undefined> {
  const { rows } = await sql<{ used: 'step' | 'backup' }>`
    with step as (
      update user_factor set last_step = ${code.step ?? -1}
      where instance_id = ${instanceId} and user_id = ${userId} and seed is not null and last_step < ${code.step ?? -1}
      returning 'step' as used
    ), backup as (
      update backup_code b set used_at = ${code.now} from user_factor f
      where b.instance_id = ${instanceId} and b.user_id = ${userId} and b.code_hash = ${code.backupHash} and b.used_at is null
        and f.instance_id = b.instance_id and f.user_id = b.user_id and f.seed is not null
      returning 'backup' as used
    )
    select used from step union all select used from backup`.execute(db);
  return rows[0]?.used;
}

export interface FactorShare {
  /** Whether the person of the name has a second factor; null where there is no such person. */
  readonly isEnabled: boolean | null;
  /** Of all active people of the instance, how many have one: 0 to 1. */
  readonly share: number;
  /** Random bytes that are the instance's for good. */
  readonly chance: string;
}

export async function factorShare(db: Db, instanceId: number, userName: string): Promise<FactorShare> {
  const { rows } = await sql<FactorShare>`
    select (array_agg(f.seed is not null) filter (where u.user_name = ${userName}))[1] as "isEnabled",
      coalesce(avg((f.seed is not null)::int), 0)::float8 as share,
      (select chance from instance where instance_id = ${instanceId}) as chance
    from app_user u left join user_factor f using (instance_id, user_id)
    where u.instance_id = ${instanceId} and u.is_active`.execute(db);
  return rows[0] ?? { isEnabled: null, share: 0, chance: '' };
}
