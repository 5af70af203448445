import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import '../tables.ts';

export type SignatureRow = Selectable<Tables['mail_signature']>;

/** A person's own signatures of these senders, and everybody's, by name. */
export async function signaturesOf(
  db: Db,
  instanceId: number,
  userId: number,
  senderIds: readonly number[],
): Promise<readonly SignatureRow[]> {
  const { rows } = await sql<SignatureRow>`select * from mail_signature
    where instance_id = ${instanceId} and sender_id = any(${[...senderIds]}::int[]) and (owner_id is null or owner_id = ${userId})
    order by name collate "de-x-icu", signature_id`.execute(db);
  return rows;
}

/** A signature, taken for this transaction. */
export const takeSignature = (db: Db, instanceId: number, signatureId: number): Promise<SignatureRow | undefined> =>
  db
    .selectFrom('mail_signature')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('signature_id', '=', signatureId)
    .forUpdate()
    .executeTakeFirst();

interface Fields {
  readonly sender_id: number;
  readonly owner_id: number | null;
  readonly name: string;
  readonly content: string;
  readonly is_standard: boolean;
}

/** Makes the standard one of a sender and owner an ordinary one. */
export async function clearStandard(db: Db, instanceId: number, senderId: number, ownerId: number | null) {
  await sql`update mail_signature set is_standard = false where instance_id = ${instanceId} and sender_id = ${senderId}
    and owner_id is not distinct from ${ownerId}::int and is_standard`.execute(db);
}

export async function insertSignature(db: Db, instanceId: number, fields: Fields): Promise<SignatureRow> {
  return db
    .insertInto('mail_signature')
    .values({ instance_id: instanceId, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateSignature(
  db: Db,
  instanceId: number,
  signatureId: number,
  fields: Fields,
): Promise<SignatureRow> {
  return db
    .updateTable('mail_signature')
    .set((expression) => ({ ...fields, version: expression('version', '+', 1) }))
    .where('instance_id', '=', instanceId)
    .where('signature_id', '=', signatureId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeSignature(db: Db, instanceId: number, signatureId: number): Promise<void> {
  await db
    .deleteFrom('mail_signature')
    .where('instance_id', '=', instanceId)
    .where('signature_id', '=', signatureId)
    .execute();
}
