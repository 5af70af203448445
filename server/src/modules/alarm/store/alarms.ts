import type { AlarmType } from '@kontor/contract/alarm';
import type { Status } from '@kontor/contract/activity';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { KnownAlarm, Plan, PlannedAlarm, Standing } from '../rules.ts';
import '../tables.ts';

export interface AlarmName {
  readonly activityId: number;
  readonly userId: number;
  readonly type: AlarmType;
}

/** The alarms of an item, taken for this transaction. */
export const takeAlarms = (ctx: ChangeContext, activityId: number): Promise<KnownAlarm[]> =>
  ctx.db
    .selectFrom('alarm')
    .select(['alarm_id', 'user_id', 'type', 'subject_at', 'alarm_at', 'rings_at', 'rung_at', 'confirmed_at'])
    .where('instance_id', '=', ctx.instance.id)
    .where('activity_id', '=', activityId)
    .orderBy('alarm_id')
    .forUpdate()
    .execute();

/** How an item stands with those who see it, by their ids. */
export async function standingsOf(ctx: ChangeContext, activityId: number): Promise<ReadonlyMap<number, Standing>> {
  const { rows } = await sql<{ user_id: number; status: Status; trashed: boolean }>`
    select user_id, status, trashed from activity_user
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(ctx.db);
  return new Map(rows.map(({ user_id, ...standing }) => [user_id, standing]));
}

/** Writes what was planned for the alarms of an item. */
export async function writePlan(ctx: ChangeContext, activityId: number, { set, moved, gone }: Plan): Promise<void> {
  const instanceId = ctx.instance.id;
  if (gone.length > 0)
    await sql`delete from alarm where instance_id = ${instanceId}
      and alarm_id = any(${gone.map(({ alarm_id: id }) => id)}::bigint[])`.execute(ctx.db);
  if (moved.length > 0)
    await sql`update alarm t set subject_at = m.subject_at
      from unnest(${moved.map(({ alarmId }) => alarmId)}::bigint[], ${moved.map(({ subjectAt }) => subjectAt)}::timestamptz[])
        as m (alarm_id, subject_at)
      where t.instance_id = ${instanceId} and t.alarm_id = m.alarm_id`.execute(ctx.db);
  if (set.length > 0) await insertAlarms(ctx, activityId, set);
}

async function insertAlarms(ctx: ChangeContext, activityId: number, set: readonly PlannedAlarm[]): Promise<void> {
  const column = <T>(value: (alarm: PlannedAlarm) => T) => set.map(value);
  const now = new Date(ctx.now());
  await sql`insert into alarm
      (instance_id, activity_id, user_id, type, subject_at, alarm_at, rings_at, rung_at, confirmed_at, held, set_by)
    select ${ctx.instance.id}, ${activityId}, s.user_id, s.type, s.subject_at, s.alarm_at, s.alarm_at,
      case when s.state = 'passed' then ${now}::timestamptz end, case when s.state <> 'waits' then ${now}::timestamptz end,
      s.state = 'held', s.set_by
    from unnest(${column((it) => it.userId)}::int[], ${column((it) => it.type)}::text[],
      ${column((it) => it.subjectAt)}::timestamptz[], ${column((it) => it.alarmAt)}::timestamptz[],
      ${column((it) => it.state)}::text[], ${column((it) => it.setBy ?? null)}::int[])
      as s (user_id, type, subject_at, alarm_at, state, set_by)
    on conflict (instance_id, activity_id, user_id, type) do update set subject_at = excluded.subject_at,
      alarm_at = excluded.alarm_at, overridden_at = null, rings_at = excluded.rings_at, rung_at = excluded.rung_at,
      confirmed_at = excluded.confirmed_at, held = excluded.held, set_by = excluded.set_by`.execute(ctx.db);
}

/** Confirms alarms because of how their items stand. Returns those that were open. */
export async function confirmHeld(
  ctx: ChangeContext,
  names: readonly AlarmName[],
): Promise<readonly (AlarmName & { readonly ringsAt: Date; readonly rungAt: Date | null })[]> {
  const { rows } = await sql<AlarmName & { ringsAt: Date; rungAt: Date | null }>`
    update alarm t set confirmed_at = ${new Date(ctx.now())}, held = true from ${namedAs(names)}
    where t.instance_id = ${ctx.instance.id} and ${isNamed} and t.confirmed_at is null
    returning ${theName}, t.rings_at as "ringsAt", t.rung_at as "rungAt"`.execute(ctx.db);
  return rows;
}

/** Brings alarms back that were confirmed because of how their items stood, as far as they are still to come. Returns those. */
export async function releaseHeld(ctx: ChangeContext, names: readonly AlarmName[]): Promise<readonly AlarmName[]> {
  const { rows } = await sql<AlarmName>`
    update alarm t set confirmed_at = null, held = false from ${namedAs(names)}
    where t.instance_id = ${ctx.instance.id} and ${isNamed} and t.held and t.rung_at is null
      and t.rings_at > ${new Date(ctx.now())} returning ${theName}`.execute(ctx.db);
  return rows;
}

const theName = sql`t.activity_id as "activityId", t.user_id as "userId", t.type`;
const isNamed = sql`t.activity_id = n.activity_id and t.user_id = n.user_id and t.type = n.type`;
const namedAs = (names: readonly AlarmName[]) => sql`
  unnest(${names.map((it) => it.activityId)}::bigint[], ${names.map((it) => it.userId)}::int[],
    ${names.map((it) => it.type)}::text[]) as n (activity_id, user_id, type)`;

/** Whom an item's alarms are for, and whether each has rung. */
export async function readNotified(
  db: Db,
  instanceId: number,
  activityId: number,
): Promise<readonly { readonly userId: number; readonly type: AlarmType; readonly rung: boolean }[]> {
  const { rows } = await sql<{ userId: number; type: AlarmType; rung: boolean }>`
    select t.user_id as "userId", t.type, t.rung_at is not null as rung from alarm t
    where t.instance_id = ${instanceId} and t.activity_id = ${activityId} order by t.user_id, t.type`.execute(db);
  return rows;
}
