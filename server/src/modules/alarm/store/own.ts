import type { AlarmType } from '@kontor/contract/alarm';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { AlarmName } from './alarms.ts';
import '../tables.ts';

export interface OwnAlarm {
  readonly activity_id: number;
  readonly type: AlarmType;
  readonly module: number;
  readonly title: string;
  readonly subject_at: Date;
  readonly alarm_at: Date;
  readonly overridden_at: Date | null;
  readonly rings_at: Date;
  readonly set_by: number | null;
}

/** Items that are there for the person of an alarm. */
const itsItem = sql`
  join activity a on a.instance_id = t.instance_id and a.activity_id = t.activity_id
  join activity_user au on au.instance_id = t.instance_id and au.activity_id = t.activity_id and au.user_id = t.user_id
    and not au.trashed`;

/** What a person has not confirmed, the first to ring first; only of these modules, and only what rings until then, where that is said. */
export async function openAlarms(
  db: Db,
  request: {
    readonly instanceId: number;
    readonly userId: number;
    readonly modules: readonly number[];
    readonly until: Date | null;
    readonly most: number;
  },
): Promise<readonly OwnAlarm[]> {
  const { rows } = await sql<OwnAlarm>`
    select t.activity_id, t.type, a.module, a.information as title, t.subject_at, t.alarm_at, t.overridden_at, t.rings_at, t.set_by
    from alarm t ${itsItem}
    where t.instance_id = ${request.instanceId} and t.user_id = ${request.userId} and t.confirmed_at is null
      and a.module = any(${[...request.modules]}::smallint[])
      and (${request.until}::timestamptz is null or t.rings_at <= ${request.until})
    order by t.rings_at, t.alarm_id limit ${atMost(request.most)}`.execute(db);
  return rows;
}

export interface TakenAlarm {
  readonly alarm_id: number;
  readonly module: number;
  readonly rings_at: Date;
  readonly rung_at: Date | null;
  readonly confirmed_at: Date | null;
}

/** An alarm of somebody, whose item is there for them, taken for this transaction. */
export async function takeOwn(
  ctx: ChangeContext,
  { activityId, userId, type }: AlarmName,
): Promise<TakenAlarm | undefined> {
  const { rows } = await sql<TakenAlarm>`
    select t.alarm_id, a.module, t.rings_at, t.rung_at, t.confirmed_at from alarm t ${itsItem}
    where t.instance_id = ${ctx.instance.id} and t.activity_id = ${activityId} and t.user_id = ${userId} and t.type = ${type}
    for update of t`.execute(ctx.db);
  return rows[0];
}

export const putOff = (ctx: ChangeContext, alarmId: number, to: Date): Promise<unknown> =>
  ctx.db
    .updateTable('alarm')
    .set({ overridden_at: to, rings_at: to, rung_at: null, confirmed_at: null, held: false })
    .where('instance_id', '=', ctx.instance.id)
    .where('alarm_id', '=', alarmId)
    .execute();

export const confirm = (ctx: ChangeContext, alarmId: number): Promise<unknown> =>
  ctx.db
    .updateTable('alarm')
    .set({ confirmed_at: new Date(ctx.now()), held: false })
    .where('instance_id', '=', ctx.instance.id)
    .where('alarm_id', '=', alarmId)
    .execute();
