import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import '../../tables.ts';
import '../tables.ts';
import { joinAllowed } from '../store/rights.ts';

/** The accounts as which a person may answer a mail in somebody else's place. */
export async function accountsStoodInFor(
  db: Db,
  instanceId: number,
  userId: number,
  mailId: number,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('mail_substitution')
    .select('account_id')
    .where('instance_id', '=', instanceId)
    .where('mail_id', '=', mailId)
    .where('user_id', '=', userId)
    .where('account_id', '<>', 0)
    .where('ended_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

/** How a person sees a mail: through which box, and the account that they may send for there, or 0. Undefined where they do not. */
export async function viewOf(
  db: Db,
  instanceId: number,
  userId: number,
  mailId: number,
): Promise<{ readonly box_id: number; readonly account_id: number } | undefined> {
  const { rows } = await sql<{ box_id: number; account_id: number }>`
    select au.box_id, case when a.owner_id = ${userId} or ${userId}::int = any(allowed.senders) then a.account_id else 0 end as account_id
    from activity_user au
    left join lateral (
      select a.* from mail_account a where a.instance_id = au.instance_id and a.box_id = au.box_id
      order by a.account_id desc limit 1
    ) a on true
    ${joinAllowed}
    where au.instance_id = ${instanceId} and au.activity_id = ${mailId} and au.user_id = ${userId}`.execute(db);
  return rows[0];
}
