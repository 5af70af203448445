import type { AlarmType } from '@kontor/contract/alarm';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import '../tables.ts';

export interface DueAlarm {
  readonly alarm_id: number;
  readonly activity_id: number;
  readonly user_id: number;
  readonly type: AlarmType;
  readonly rings_at: Date;
  readonly module: number;
  /** Whether the item is there for the person, and not in the trash. */
  readonly is_seen: boolean;
  readonly rights: number;
  readonly may_sign_in: boolean;
}

/** What is due at a moment, the longest due first, taken for this transaction; what another process has taken is left to it. */
export async function takeDue(ctx: ChangeContext, now: Date, most: number): Promise<readonly DueAlarm[]> {
  const { rows } = await sql<DueAlarm>`
    select t.alarm_id, t.activity_id, t.user_id, t.type, t.rings_at, a.module, coalesce(not au.trashed, false) as is_seen,
      u.rights, u.is_active and u.is_unlocked as may_sign_in
    from alarm t
    join activity a on a.instance_id = t.instance_id and a.activity_id = t.activity_id
    join app_user u on u.instance_id = t.instance_id and u.user_id = t.user_id
    left join activity_user au on au.instance_id = t.instance_id and au.activity_id = t.activity_id and au.user_id = t.user_id
    where t.instance_id = ${ctx.instance.id} and t.rings_at <= ${now} and t.rung_at is null and t.confirmed_at is null
    order by t.rings_at, t.alarm_id limit ${atMost(most)} for update of t skip locked`.execute(ctx.db);
  return rows;
}

/** Marks alarms as rung; `passed` are those whose time came while their item was not there, which are over with it. */
export async function markRung(ctx: ChangeContext, alarms: readonly { id: number; passed: boolean }[]): Promise<void> {
  const now = new Date(ctx.now());
  await sql`update alarm t set rung_at = ${now}, confirmed_at = case when r.passed then ${now}::timestamptz end
    from unnest(${alarms.map(({ id }) => id)}::bigint[], ${alarms.map(({ passed }) => passed)}::boolean[]) as r (alarm_id, passed)
    where t.instance_id = ${ctx.instance.id} and t.alarm_id = r.alarm_id`.execute(ctx.db);
}

/** Whether anything is due at a moment. */
export async function isAnythingDue(db: Db, instanceId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`select from alarm where instance_id = ${instanceId} and rings_at <= ${now}
    and rung_at is null and confirmed_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether an alarm of somebody, or any where none is named, has rung and was not confirmed, and its item is there for them. */
export async function isAnyRinging(
  db: Db,
  instanceId: number,
  userId: number,
  named: { readonly type: AlarmType; readonly activityId: number } | undefined,
): Promise<boolean> {
  const which = named === undefined ? sql`true` : sql`t.activity_id = ${named.activityId} and t.type = ${named.type}`;
  const { rows } = await sql`select from alarm t
    join activity_user au on au.instance_id = t.instance_id and au.activity_id = t.activity_id and au.user_id = t.user_id
      and not au.trashed
    where t.instance_id = ${instanceId} and t.user_id = ${userId} and t.rung_at is not null and t.confirmed_at is null
      and ${which} limit 1`.execute(db);
  return rows.length > 0;
}
