import type { Status } from '@kontor/contract/activity';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A task as programs know it. */
export interface CalendarTaskRow {
  readonly task_id: number;
  readonly edit: number;
  readonly status: Status;
  /** Null: by its number. */
  readonly name: string | null;
  readonly uid: string | null;
  readonly lines: readonly unknown[] | null;
}

/** The tasks that are a person's own and have a day, and those that they have made in such a program. `name`: one of them. */
export async function readCalendarTasks(
  db: Db,
  instanceId: number,
  userId: number,
  name?: { readonly name: string; readonly taskId: number },
): Promise<readonly CalendarTaskRow[]> {
  const which =
    name === undefined
      ? sql`true`
      : sql`case when c.name is null then t.task_id = ${name.taskId}::bigint else c.name = ${name.name} end`;
  const { rows } = await sql<CalendarTaskRow>`
    select t.task_id, t.edit, u.status, c.name, coalesce(c.uid, o.uid) as uid, coalesce(c.lines, o.lines) as lines
    from task t
    join activity_user u on u.instance_id = t.instance_id and u.activity_id = t.task_id and u.user_id = ${userId}
    left join task_calendar o on o.instance_id = t.instance_id and o.task_id = t.task_id
    left join task_calendar c on c.instance_id = t.instance_id and c.task_id = t.task_id and c.user_id = ${userId}
    where t.instance_id = ${instanceId} and t.responsible_id = ${userId} and t.layout = 'task' and not t.inactive and not t.trashed and not u.trashed
      and (t.due_at is not null or c.task_id is not null) and ${which}
    order by t.task_id`.execute(db);
  return rows;
}

/** Notes what a program calls a task. */
export async function noteCalendarTask(
  db: Db,
  instanceId: number,
  noted: {
    readonly taskId: number;
    readonly userId: number;
    readonly name: string;
    readonly uid: string;
    readonly lines: readonly unknown[];
  },
): Promise<void> {
  // What was thrown away frees its name.
  await sql`delete from task_calendar where instance_id = ${instanceId} and user_id = ${noted.userId}
    and (name = ${noted.name} or uid = ${noted.uid}) and task_id <> ${noted.taskId}`.execute(db);
  await sql`insert into task_calendar (instance_id, task_id, user_id, name, uid, lines)
    values (${instanceId}, ${noted.taskId}, ${noted.userId}, ${noted.name}, ${noted.uid}, ${JSON.stringify(noted.lines)}::jsonb)
    on conflict (instance_id, task_id) do update set lines = excluded.lines`.execute(db);
}
