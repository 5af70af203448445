import type { Alarms } from '../times.ts';
import type { LinkText } from '../tables.ts';
import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A task with what stands in its item. */
export interface TaskRow {
  readonly task_id: number;
  readonly layout: 'task' | 'note';
  readonly edit: number;
  readonly title: string;
  readonly content: string;
  readonly responsible_id: number;
  readonly owner_id: number;
  readonly created_by: number;
  readonly created_at: number;
  readonly due_at: number | null;
  readonly over_at: number | null;
  readonly due_day: string | null;
  readonly forerun_s: number;
  readonly zone: string;
  readonly alarm: Alarms;
  readonly tags: readonly string[];
  readonly inactive: boolean;
  readonly done_at: number | null;
  readonly trashed: boolean;
  readonly series_id: number | null;
  readonly occurrence: number | null;
  readonly scheduled: string | null;
  readonly parent_id: number | null;
  readonly link: LinkText | null;
  readonly people: readonly number[];
  readonly mentioned: readonly number[];
  readonly told: number | null;
  readonly locked_by: number | null;
  readonly locked_at: number | null;
  readonly locked_saved_at: number | null;
  readonly locked_session: string | null;
  /** Numbers of the tasks that it waits for, in their order. */
  readonly waits_for: readonly number[];
}

const COLUMNS = sql`t.task_id, t.layout, t.edit, a.information as title, t.content, t.responsible_id, t.owner_id, t.created_by, t.created_at,
  t.due_at, t.over_at, t.due_day::text as due_day, t.forerun_s, t.zone, t.alarm, t.tags, t.inactive, t.done_at, t.trashed, t.series_id, t.occurrence, t.scheduled,
  t.parent_id, t.link, t.people, t.mentioned, t.told, t.locked_by, t.locked_at, t.locked_saved_at, t.locked_session,
  coalesce((select json_agg(w.waits_for order by 1) from task_wait w where w.instance_id = t.instance_id and w.task_id = t.task_id), '[]') as waits_for`;
const JOINED = sql`task t join activity a on a.instance_id = t.instance_id and a.activity_id = t.task_id`;

/** Tasks by their ids, whoever sees them. */
export async function readTasks(db: Db, instanceId: number, taskIds: readonly number[]): Promise<readonly TaskRow[]> {
  const { rows } = await sql<TaskRow>`select ${COLUMNS} from ${JOINED}
    where t.instance_id = ${instanceId} and t.task_id = any(${[...taskIds]}::bigint[]) order by t.task_id`.execute(db);
  return rows;
}

/** A task with its list entry, which `entries` answers where the person sees it. */
export async function findWithEntry<Entry>(
  db: Db,
  instanceId: number,
  entries: RawBuilder<Entry>,
): Promise<(TaskRow & { readonly entry: Entry }) | undefined> {
  const { rows } = await sql<TaskRow & { entry: Entry }>`
    with entry as materialized (${entries})
    select ${COLUMNS}, row_to_json(entry) as entry from entry
    join ${JOINED} on t.instance_id = ${instanceId} and t.task_id = entry.activity_id`.execute(db);
  return rows[0];
}

/** What is written of a task, as its columns have it. */
export interface TaskValues {
  readonly content: string;
  readonly responsible_id: number;
  readonly owner_id: number;
  readonly due_at: number | null;
  readonly over_at: number | null;
  readonly due_day: string | null;
  readonly forerun_s: number;
  readonly zone: string;
  readonly alarm: Alarms;
  readonly tags: readonly string[];
}

/** What is known of a task beside its fields, and may be left out where it is made. */
type Marks = Pick<TaskRow, 'series_id' | 'occurrence' | 'scheduled' | 'parent_id' | 'people' | 'mentioned' | 'told'>;

/** What a task has beside that when it is made. */
export type NewTask = TaskValues &
  Pick<TaskRow, 'task_id' | 'layout' | 'created_by' | 'created_at' | 'inactive'> &
  Partial<Marks & Pick<TaskRow, 'done_at' | 'link'>>;

const stored = ({
  content,
  responsible_id,
  owner_id,
  due_at,
  over_at,
  due_day,
  forerun_s,
  zone,
  alarm,
  tags,
}: TaskValues) => ({
  content,
  responsible_id,
  owner_id,
  due_at,
  over_at,
  due_day,
  forerun_s,
  zone,
  alarm: JSON.stringify(alarm),
  tags: [...tags],
});

/** Puts in a task whose item is there. */
export async function insertTask(db: Db, instanceId: number, task: NewTask): Promise<void> {
  const { link = null } = task;
  await db
    .insertInto('task')
    .values({
      ...stored(task),
      instance_id: instanceId,
      task_id: task.task_id,
      layout: task.layout,
      created_by: task.created_by,
      created_at: task.created_at,
      inactive: task.inactive,
      done_at: task.done_at ?? null,
      series_id: task.series_id ?? null,
      occurrence: task.occurrence ?? null,
      scheduled: task.scheduled ?? null,
      mentioned: [...(task.mentioned ?? [])],
      told: task.told ?? null,
      parent_id: task.parent_id ?? null,
      link: link === null ? null : JSON.stringify(link),
      people: [...(task.people ?? [])],
    })
    .execute();
}

/** Writes an edit of a task, which was taken for this transaction. Returns its number. */
export async function updateTask(
  db: Db,
  instanceId: number,
  taskId: number,
  values: TaskValues & { readonly inactive: boolean },
): Promise<number> {
  const { edit } = await db
    .updateTable('task')
    .set((set) => ({ ...stored(values), inactive: values.inactive, edit: set('edit', '+', 1) }))
    .where('instance_id', '=', instanceId)
    .where('task_id', '=', taskId)
    .returning('edit')
    .executeTakeFirstOrThrow();
  return edit;
}

/** Sets what is known of a task beside its fields; its edit stays. */
export async function markTask(
  db: Db,
  instanceId: number,
  taskId: number,
  marks: Partial<Marks & Pick<TaskRow, 'locked_by' | 'locked_at' | 'locked_saved_at' | 'locked_session'>>,
): Promise<void> {
  const { people, mentioned, ...rest } = marks;
  await db
    .updateTable('task')
    .set({
      ...rest,
      ...(people === undefined ? {} : { people: [...people] }),
      ...(mentioned === undefined ? {} : { mentioned: [...mentioned] }),
    })
    .where('instance_id', '=', instanceId)
    .where('task_id', '=', taskId)
    .execute();
}

/** Notes since when tasks are Done (null: they are not), and whether they are in the trash. */
export async function markStandings(
  db: Db,
  instanceId: number,
  standings: readonly { readonly taskId: number; readonly doneAt: number | null; readonly trashed: boolean }[],
): Promise<void> {
  await sql`update task t set done_at = s.done_at, trashed = s.trashed
    from unnest(${standings.map((it) => it.taskId)}::bigint[], ${standings.map((it) => it.doneAt)}::bigint[],
      ${standings.map((it) => it.trashed)}::boolean[]) as s (task_id, done_at, trashed)
    where t.instance_id = ${instanceId} and t.task_id = s.task_id`.execute(db);
}

/** Those that were made before a moment (milliseconds since 1970) and in which nothing was ever written. */
export async function unwrittenTasks(db: Db, instanceId: number, before: number, most: number) {
  const { rows } = await sql<Pick<TaskRow, 'task_id' | 'layout' | 'parent_id'>>`
    select task_id, layout, parent_id from task where instance_id = ${instanceId} and inactive and created_at < ${before} and edit = 1
    order by task_id limit ${atMost(most)}`.execute(db);
  return rows;
}

/** Which of some tasks the person has written in or may, as maker, responsible or owner. */
export async function writableAmong(
  db: Db,
  instanceId: number,
  userId: number,
  taskIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ task_id: number }>`select task_id from task where instance_id = ${instanceId}
    and task_id = any(${[...taskIds]}::bigint[]) and ${userId}::int in (created_by, responsible_id, owner_id)`.execute(
    db,
  );
  return new Set(rows.map((row) => row.task_id));
}

/** How a task stands with who made it: with all who see it alike, but for New and In process. */
export async function standingOf(db: Db, instanceId: number, { task_id: taskId, created_by: userId }: TaskRow) {
  const { rows } = await sql<{ archived: boolean }>`select archived from activity_user
    where instance_id = ${instanceId} and user_id = ${userId} and activity_id = ${taskId}`.execute(db);
  return { archived: rows[0]?.archived ?? false };
}

/** Writes the text of a task that is being made. */
export async function writeContent(
  db: Db,
  instanceId: number,
  taskId: number,
  content: string,
  mentioned: readonly number[],
): Promise<void> {
  await sql`update task set content = ${content}, mentioned = ${[...mentioned]}::int[]
    where instance_id = ${instanceId} and task_id = ${taskId}`.execute(db);
}
