import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import '../../store/tables.ts';
import '../tables.ts';

export type RightRow = Pick<Selectable<Tables['mail_right']>, 'subject' | 'subject_id' | 'sends' | 'manages'>;

/** Who may send for an account and who manages it. */
export interface AllowedPeople {
  readonly sender_ids: readonly number[];
  readonly manager_ids: readonly number[];
}

/** Columns for `AllowedPeople`, of an account `a`: its owner, and whom rights name themselves or through a group. */
export const selectAllowed = sql`array_append(allowed.senders, a.owner_id) as sender_ids, array_append(allowed.managers, a.owner_id) as manager_ids`;
export const joinAllowed = sql`left join lateral (
    select coalesce(array_agg(distinct who.id) filter (where r.sends), '{}') as senders,
      coalesce(array_agg(distinct who.id) filter (where r.manages), '{}') as managers
    from mail_right r
    cross join lateral (
      select r.subject_id as id where r.subject = 'person'
      union all
      select gm.user_id from person_group g
      join person_group_member gm on gm.instance_id = g.instance_id and gm.group_id = g.group_id
      where r.subject = 'group' and g.instance_id = r.instance_id and g.group_id = r.subject_id and g.deleted_at is null
    ) who
    where r.instance_id = a.instance_id and r.account_id = a.account_id
  ) allowed on true`;

/** The rights of an account: people before groups. */
export const readRights = (db: Db, instanceId: number, accountId: number): Promise<readonly RightRow[]> =>
  db
    .selectFrom('mail_right')
    .select(['subject', 'subject_id', 'sends', 'manages'])
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .orderBy('subject', 'desc')
    .orderBy('subject_id')
    .execute();

/** Makes these, and no others, the rights of an account. Returns the version that they are. */
export async function writeRights(
  db: Db,
  instanceId: number,
  accountId: number,
  rights: readonly RightRow[],
): Promise<number> {
  await db.deleteFrom('mail_right').where('instance_id', '=', instanceId).where('account_id', '=', accountId).execute();
  if (rights.length > 0)
    await db
      .insertInto('mail_right')
      .values(rights.map((right) => ({ ...right, instance_id: instanceId, account_id: accountId })))
      .execute();
  const { rights_version: version } = await db
    .updateTable('mail_account')
    .set({ rights_version: sql`rights_version + 1` })
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .returning('rights_version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Lets people send for an account that is new. */
export async function insertSenders(
  db: Db,
  instanceId: number,
  accountId: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`insert into mail_right (instance_id, account_id, subject, subject_id, sends, manages)
    select ${instanceId}, ${accountId}, 'person', unnest(${[...userIds]}::int[]), true, false`.execute(db);
}

/** Accounts, removed ones too, whose rights name a group; in the order in which their boxes are held. */
export async function accountsOfGroup(db: Db, instanceId: number, groupId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select a.account_id from mail_right r
    join mail_account a on a.instance_id = r.instance_id and a.account_id = r.account_id
    where r.instance_id = ${instanceId} and r.subject = 'group' and r.subject_id = ${groupId}
    order by a.box_id, a.account_id`.execute(db);
  return rows.map((row) => row.account_id);
}

/** Of some mails that a person sees, those that they may delete or take back: of accounts that they own, send for or manage, or of none. */
export async function removableMails(
  db: Db,
  instanceId: number,
  userId: number,
  mailIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ activity_id: number }>`
    with seen as materialized (
      select activity_id, box_id from activity_user
      where instance_id = ${instanceId} and user_id = ${userId} and activity_id = any(${[...mailIds]}::bigint[])
    ),
    kept as materialized (
      select box.box_id from (select distinct box_id from seen) box
      join lateral (
        select a.* from mail_account a where a.instance_id = ${instanceId} and a.box_id = box.box_id
        order by a.account_id desc limit 1
      ) a on true
      ${joinAllowed}
      where a.owner_id <> ${userId} and ${userId}::int <> all(allowed.senders) and ${userId}::int <> all(allowed.managers)
    )
    select activity_id from seen where box_id not in (select box_id from kept)`.execute(db);
  return new Set(rows.map((row) => row.activity_id));
}
