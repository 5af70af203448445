import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** Whoever makes a task wait for another, or a part of one, is alone at it until the commit: two could close a ring that neither sees. */
const RINGS_LOCK = 7_340_091;

export async function holdRings(db: Db, instanceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RINGS_LOCK}::int, ${instanceId}::int)`.execute(db);
}

/** Whether any of some tasks waits for a task, however many are between. */
export async function waitsOn(
  db: Db,
  instanceId: number,
  taskIds: readonly number[],
  target: number,
): Promise<boolean> {
  const { rows } = await sql`
    with recursive behind (id) as (
      select unnest(${[...taskIds]}::bigint[])
      union select w.waits_for from behind join task_wait w on w.instance_id = ${instanceId} and w.task_id = behind.id
    ) select from behind where id = ${target} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a task is, or is a part of, another one, however many are between. */
export async function isWithin(db: Db, instanceId: number, taskId: number, target: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive above (id) as (
      select ${taskId}::bigint
      union select t.parent_id from above join task t on t.instance_id = ${instanceId} and t.task_id = above.id
      where t.parent_id is not null
    ) select from above where id = ${target} limit 1`.execute(db);
  return rows.length > 0;
}

/** Makes a task wait for these, and for no others. */
export async function replaceWaits(
  db: Db,
  instanceId: number,
  taskId: number,
  waitsFor: readonly number[],
): Promise<void> {
  const ids = [...waitsFor];
  await sql`delete from task_wait where instance_id = ${instanceId} and task_id = ${taskId}
    and waits_for <> all(${ids}::bigint[])`.execute(db);
  await sql`insert into task_wait (instance_id, task_id, waits_for) select ${instanceId}, ${taskId}, unnest(${ids}::bigint[])
    on conflict do nothing`.execute(db);
}

/** Parts of a task outside of the trash, by how many of them are done. */
export interface PartsRow {
  readonly task_id: number;
  readonly subtasks: number;
  readonly subtasks_done: number;
  /** What its list entry says of it. */
  readonly known: { readonly subtasks: number; readonly subtasksDone: number };
}

export async function partsOf(db: Db, instanceId: number, taskIds: readonly number[]): Promise<readonly PartsRow[]> {
  const { rows } = await sql<PartsRow>`
    select p.activity_id as task_id, count(t.task_id)::int as subtasks, count(t.done_at)::int as subtasks_done,
      jsonb_build_object('subtasks', coalesce((p.extras->>'subtasks')::int, 0), 'subtasksDone', coalesce((p.extras->>'subtasksDone')::int, 0)) as known
    from activity p left join task t on t.instance_id = p.instance_id and t.parent_id = p.activity_id and not t.trashed
    where p.instance_id = ${instanceId} and p.activity_id = any(${[...taskIds]}::bigint[])
    group by p.activity_id, p.extras order by p.activity_id`.execute(db);
  return rows;
}

/** How many parts a task has at all. */
export async function countPartsOf(db: Db, instanceId: number, taskId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from task
    where instance_id = ${instanceId} and parent_id = ${taskId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Ids of the parts of a task outside of the trash, the oldest first. */
export async function partIds(db: Db, instanceId: number, taskId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ task_id: number }>`select task_id from task
    where instance_id = ${instanceId} and parent_id = ${taskId} and not trashed order by task_id`.execute(db);
  return rows.map((row) => row.task_id);
}

export interface WaitingRow {
  readonly task_id: number;
  readonly waits: boolean;
  /** What its list entry says of it. */
  readonly known: boolean;
}

/** Of some tasks whether they wait for one that is not done. */
export async function waitingOf(
  db: Db,
  instanceId: number,
  taskIds: readonly number[],
): Promise<readonly WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select p.activity_id as task_id, coalesce((p.extras->>'waits')::boolean, false) as known, exists (
      select from task_wait w join task o on o.instance_id = w.instance_id and o.task_id = w.waits_for
      where w.instance_id = p.instance_id and w.task_id = p.activity_id and o.done_at is null and not o.trashed) as waits
    from activity p where p.instance_id = ${instanceId} and p.activity_id = any(${[...taskIds]}::bigint[])
    order by p.activity_id`.execute(db);
  return rows;
}

/** The tasks that wait for any of some. */
export async function waitersOf(db: Db, instanceId: number, taskIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ task_id: number }>`select distinct task_id from task_wait
    where instance_id = ${instanceId} and waits_for = any(${[...taskIds]}::bigint[]) order by 1`.execute(db);
  return rows.map((row) => row.task_id);
}
