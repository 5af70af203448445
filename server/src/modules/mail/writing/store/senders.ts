import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import { joinAllowed, selectAllowed, type AllowedPeople } from '../../teamwork/store/rights.ts';
import '../../store/tables.ts';
import '../tables.ts';

/** An address that mail can be sent as, with what of its account decides who may. */
export interface SenderRow extends Selectable<Tables['mail_sender']>, AllowedPeople {
  readonly kind: 'imap' | 'smtp';
  readonly box_id: number;
  readonly owner_id: number;
  readonly member_ids: readonly number[];
  readonly smtp_host: string | null;
  /** Whether the person who asks may answer mails of its account in another's place. */
  readonly stands_in: boolean;
}

const standsIn = (
  userId: number,
) => sql`exists (select from mail_substitution stood where stood.instance_id = s.instance_id
    and stood.user_id = ${userId} and stood.account_id = s.account_id and stood.ended_at is null)`;

const selectSenders = (
  userId: number,
) => sql`select s.*, a.kind, a.box_id, a.owner_id, a.smtp_host, coalesce(m.ids, '{}') as member_ids,
    ${standsIn(userId)} as stands_in, ${selectAllowed}
  from mail_sender s
  join mail_account a on a.instance_id = s.instance_id and a.account_id = s.account_id and a.removed_at is null
  left join lateral (select array_agg(user_id order by user_id) as ids from box_member
    where instance_id = a.instance_id and box_id = a.box_id) m on true
  ${joinAllowed}`;

/** Addresses of the accounts whose mails a person sees, or answers in another's place: each account's own before its others. */
export async function sendersInReach(db: Db, instanceId: number, userId: number): Promise<readonly SenderRow[]> {
  const { rows } = await sql<SenderRow>`${selectSenders(userId)}
    where s.instance_id = ${instanceId} and s.removed_at is null and (${userId}::int = any(m.ids) or ${standsIn(userId)})
    order by s.account_id, s.is_main desc, s.sender_id`.execute(db);
  return rows;
}

export async function findSender(db: Db, instanceId: number, senderId: number): Promise<SenderRow | undefined> {
  const { rows } = await sql<SenderRow>`${selectSenders(0)}
    where s.instance_id = ${instanceId} and s.sender_id = ${senderId} and s.removed_at is null`.execute(db);
  return rows[0];
}

/** All addresses that mail of an account can be sent as, in lower case. */
export async function addressesOfAccount(db: Db, instanceId: number, accountId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`select lower(email) as email from mail_sender
    where instance_id = ${instanceId} and account_id = ${accountId} and removed_at is null`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

export interface SenderFields {
  readonly accountId: number;
  readonly email: string;
  readonly name: string;
  readonly standardTemplateId: number | null;
}

/** Makes another address of an account; undefined where it has it already. */
export async function insertSender(db: Db, instanceId: number, fields: SenderFields): Promise<number | undefined> {
  const { rows } = await sql<{ sender_id: number }>`
    insert into mail_sender (instance_id, account_id, email, name, is_main, standard_template_id)
    values (${instanceId}, ${fields.accountId}, ${fields.email}, ${fields.name}, false, ${fields.standardTemplateId})
    on conflict (instance_id, account_id, lower(email)) where removed_at is null do nothing
    returning sender_id`.execute(db);
  return rows[0]?.sender_id;
}

/** Whether another sender of the account has this address. */
export async function hasEmail(
  db: Db,
  instanceId: number,
  accountId: number,
  email: string,
  butFor: number,
): Promise<boolean> {
  const { rows } = await sql`select from mail_sender where instance_id = ${instanceId} and account_id = ${accountId}
    and removed_at is null and lower(email) = lower(${email}) and sender_id <> ${butFor}`.execute(db);
  return rows.length > 0;
}

/** Changes of a sender; what is left out stays. */
export async function updateSender(
  db: Db,
  instanceId: number,
  senderId: number,
  changes: {
    readonly email?: string;
    readonly name?: string;
    readonly standard_template_id?: number | null;
    readonly removed_at?: Date;
  },
): Promise<void> {
  await db
    .updateTable('mail_sender')
    .set(changes)
    .where('instance_id', '=', instanceId)
    .where('sender_id', '=', senderId)
    .execute();
}

/** Serialises changes of an account's addresses, for the length of the transaction. */
export async function lockSenders(db: Db, instanceId: number, accountId: number): Promise<void> {
  await sql`select from mail_sender where instance_id = ${instanceId} and account_id = ${accountId}
    order by sender_id for update`.execute(db);
}

/** The address that a person has chosen to write from. */
export async function chosenSender(db: Db, instanceId: number, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom('mail_choice')
    .select('standard_sender_id')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.standard_sender_id ?? null;
}

export async function chooseSender(db: Db, instanceId: number, userId: number, senderId: number): Promise<void> {
  await db
    .insertInto('mail_choice')
    .values({ instance_id: instanceId, user_id: userId, standard_sender_id: senderId })
    .onConflict((conflict) =>
      conflict.columns(['instance_id', 'user_id']).doUpdateSet({ standard_sender_id: senderId }),
    )
    .execute();
}
