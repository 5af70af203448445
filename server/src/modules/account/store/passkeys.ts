import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

export type PasskeyRow = Selectable<Tables['passkey']>;
export type CeremonyRow = Selectable<Tables['ceremony']>;

/** The random name that a person's passkeys know them by, made at the first wish. */
export async function userHandleOf(db: Db, instanceId: number, userId: number, fresh: Buffer): Promise<Buffer> {
  const { rows } = await sql<{ user_handle: Buffer }>`
    update app_user set user_handle = coalesce(user_handle, ${fresh}::bytea)
    where instance_id = ${instanceId} and user_id = ${userId} returning user_handle`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The person is gone');
  return row.user_handle;
}

export const passkeysOf = (db: Db, instanceId: number, userId: number): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .orderBy('passkey_id')
    .execute();

/** How many passkeys a person has; nobody adds one for them before the transaction ends. */
export async function countPasskeys(db: Db, instanceId: number, userId: number): Promise<number> {
  await sql`select from app_user where instance_id = ${instanceId} and user_id = ${userId} for no key update`.execute(
    db,
  );
  return (await passkeysOf(db, instanceId, userId)).length;
}

export const findPasskey = (db: Db, instanceId: number, credentialId: string): Promise<PasskeyRow | undefined> =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

/** Keeps a passkey. False where the credential is somebody's already. */
export async function insertPasskey(db: Db, passkey: Insertable<Tables['passkey']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.columns(['instance_id', 'credential_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Notes a use. False where the counter was there already, as only a copy of the key can bring about. */
export async function usePasskey(
  db: Db,
  passkey: PasskeyRow,
  use: { readonly counter: number; readonly isBackedUp: boolean; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update passkey set counter = ${use.counter}, is_backed_up = ${use.isBackedUp}, last_used_at = ${use.now}
    where instance_id = ${passkey.instance_id} and passkey_id = ${passkey.passkey_id}
      and (counter < ${use.counter} or (counter = 0 and ${use.counter}::bigint = 0)) returning 1`.execute(db);
  return rows.length > 0;
}

/** Renames (a name) or removes (null) a passkey of the person. Returns what it is or was called, undefined where there is none. */
export async function changePasskey(
  db: Db,
  {
    instanceId,
    userId,
    passkeyId,
  }: { readonly instanceId: number; readonly userId: number; readonly passkeyId: number },
  name: string | null,
): Promise<string | undefined> {
  const where = sql`where instance_id = ${instanceId} and user_id = ${userId} and passkey_id = ${passkeyId} returning name`;
  const head = name === null ? sql`delete from passkey` : sql`update passkey set name = ${name}`;
  const { rows } = await sql<{ name: string }>`${head} ${where}`.execute(db);
  return rows[0]?.name;
}

export async function putCeremony(db: Db, ceremony: CeremonyRow): Promise<void> {
  await db.insertInto('ceremony').values(ceremony).execute();
}

/** Takes a ceremony away by its challenge and answers it: it is good for one answer, right or wrong. */
export const takeCeremony = (db: Db, instanceId: number, challengeHash: Buffer): Promise<CeremonyRow | undefined> =>
  db
    .deleteFrom('ceremony')
    .where('instance_id', '=', instanceId)
    .where('challenge_hash', '=', challengeHash)
    .returningAll()
    .executeTakeFirst();
