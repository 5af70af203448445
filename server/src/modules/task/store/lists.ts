import { sql, type RawBuilder } from 'kysely';
import type { DueDays } from '../../activity/index.ts';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import { withoutUnseenIn } from '../../../platform/db/unseen.ts';
import '../tables.ts';

const DAY_MS = 86_400_000;

const where = (instanceId: number, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select from task t where t.instance_id = ${instanceId} and t.task_id = au.activity_id and ${condition})`;

/** What of a list of tasks is meant, about `au`, a row of `activity_user`. */
export const conditions = {
  favorites: (instanceId: number, userId: number): RawBuilder<unknown> =>
    sql`exists (select from task_favorite f where f.instance_id = ${instanceId} and f.user_id = ${userId} and f.task_id = au.activity_id)`,
  overdue: (instanceId: number, now: number): RawBuilder<unknown> =>
    where(instanceId, sql`t.over_at <= ${now} and t.done_at is null`),
  given: (instanceId: number, userId: number): RawBuilder<unknown> =>
    where(instanceId, sql`t.owner_id = ${userId} and t.responsible_id <> ${userId}`),
  repeating: (instanceId: number): RawBuilder<unknown> => where(instanceId, sql`t.series_id is not null`),
  tag: (instanceId: number, tag: string): RawBuilder<unknown> => where(instanceId, sql`t.tags @> array[${tag}]`),
} as const;

/** What a list says to one person of the tasks on a page. */
export interface PersonalRow {
  readonly task_id: number;
  readonly writes: boolean;
  readonly favored: boolean;
}

export async function personalOf(
  db: Db,
  instanceId: number,
  userId: number,
  taskIds: readonly number[],
): Promise<readonly PersonalRow[]> {
  const { rows } = await sql<PersonalRow>`
    select t.task_id, ${userId}::int in (t.created_by, t.responsible_id, t.owner_id) as writes, f.user_id is not null as favored
    from task t left join task_favorite f on f.instance_id = t.instance_id and f.task_id = t.task_id and f.user_id = ${userId}
    where t.instance_id = ${instanceId} and t.task_id = any(${[...taskIds]}::bigint[])`.execute(db);
  return rows;
}

/** Puts a task among a person's favourites, or takes it from there. Returns whether it was not so before. */
export async function setFavorite(
  db: Db,
  row: { readonly instance_id: number; readonly user_id: number; readonly task_id: number },
  favored: boolean,
): Promise<boolean> {
  const { rows } = favored
    ? await sql`insert into task_favorite (instance_id, user_id, task_id)
        values (${row.instance_id}, ${row.user_id}, ${row.task_id}) on conflict do nothing returning task_id`.execute(
        db,
      )
    : await sql`delete from task_favorite where instance_id = ${row.instance_id} and user_id = ${row.user_id}
        and task_id = ${row.task_id} returning task_id`.execute(db);
  return rows.length > 0;
}

/** A task in a line. */
export interface LineRow {
  readonly task_id: number;
  readonly layout: 'task' | 'note';
  readonly title: string;
  readonly status: 1 | 2 | 3;
  readonly due_at: number | null;
  readonly due_day: string | null;
  readonly responsible_id: number;
  readonly created_by: number;
  readonly owner_id: number;
}

const LINE = sql`t.task_id, t.layout, a.information as title, au.status, t.due_at, t.due_day::text as due_day, t.responsible_id, t.created_by, t.owner_id`;

const seenLines = (instanceId: number, userId: number) => sql`
  from task t
  join activity a on a.instance_id = t.instance_id and a.activity_id = t.task_id
  join activity_user au on au.instance_id = t.instance_id and au.user_id = ${userId} and au.activity_id = t.task_id and not au.trashed
  where t.instance_id = ${instanceId}`;

/** Which tasks have to do with one. */
export interface RelatedLine extends LineRow {
  readonly role: 'parent' | 'subtask' | 'waitsFor' | 'blocks';
}

/** What a task is a part of, its parts, what it waits for and what waits for it, as far as the person sees it outside of the trash. */
export async function linesAround(
  db: Db,
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  taskId: number,
  most: number,
): Promise<readonly RelatedLine[]> {
  // Most tasks stand alone: the lines are asked for only where there are any, which takes longer to plan than to read.
  const { rows: around } = await sql<{ role: RelatedLine['role']; id: number }>`
    select 'parent' as role, parent_id as id from task
      where instance_id = ${instanceId} and task_id = ${taskId} and parent_id is not null
    union all select 'subtask', task_id from task where instance_id = ${instanceId} and parent_id = ${taskId}
    union all select 'waitsFor', waits_for from task_wait where instance_id = ${instanceId} and task_id = ${taskId}
    union all select 'blocks', task_id from task_wait where instance_id = ${instanceId} and waits_for = ${taskId}
    limit ${atMost(most)}`.execute(db);
  if (around.length === 0) return [];
  const { rows } = await sql<RelatedLine>`
    select r.role, line.* from unnest(${around.map(({ role }) => role)}::text[], ${around.map(({ id }) => id)}::bigint[]) as r (role, id)
    cross join lateral (select ${LINE} ${seenLines(instanceId, userId)} and t.task_id = r.id) line
    order by r.role, line.task_id`.execute(db);
  return rows;
}

/** Which of some tasks the person sees. */
export async function seenAmong(
  db: Db,
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  taskIds: readonly number[],
): Promise<readonly { readonly task_id: number; readonly layout: 'task' | 'note' }[]> {
  if (taskIds.length === 0) return [];
  const { rows } = await sql<{ task_id: number; layout: 'task' | 'note' }>`
    select t.task_id, t.layout from task t
    join activity_user au on au.instance_id = t.instance_id and au.user_id = ${userId} and au.activity_id = t.task_id
    where t.instance_id = ${instanceId} and t.task_id = any(${[...taskIds]}::bigint[])`.execute(db);
  return rows;
}

/** Tasks that the person writes in, whose titles have all of some words, the unfinished and newest first. */
export async function searchLines(
  db: Db,
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  { words, layouts }: { readonly words: readonly string[]; readonly layouts: readonly string[] },
  most: number,
): Promise<readonly LineRow[]> {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const { rows } = await sql<LineRow>`select ${LINE} ${seenLines(instanceId, userId)}
    and t.layout = any(${[...layouts]}::text[]) and ${userId}::int in (t.created_by, t.responsible_id, t.owner_id)
    and ${withoutUnseenIn(sql`a.information`)} ilike all(${patterns}::text[])
    order by t.done_at is not null, t.task_id desc limit ${atMost(most)}`.execute(db);
  return rows;
}

/** What one person has to do that is not Done and is due between two moments, of days between two days; what is due first at first. */
export async function dueLines(
  db: Db,
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  { from, before, firstDay, lastDay }: DueDays,
  most: number,
): Promise<readonly LineRow[]> {
  // The beginning of a day lies elsewhere in another zone.
  const { rows } = await sql<LineRow>`select ${LINE} ${seenLines(instanceId, userId)}
    and t.layout = 'task' and t.responsible_id = ${userId} and t.done_at is null and not t.inactive
    and t.due_at >= ${from - DAY_MS} and t.due_at < ${before + DAY_MS}
    and case when t.due_day is null then t.due_at >= ${from} and t.due_at < ${before}
      else t.due_day between ${firstDay}::date and ${lastDay}::date end
    order by t.due_at, t.task_id limit ${atMost(most)}`.execute(db);
  return rows;
}

/** The words that tasks of some layouts, which the person sees, are tagged with: the most used first. */
export async function tagsSeen(
  db: Db,
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  layouts: readonly string[],
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from task t
    join activity_user au on au.instance_id = t.instance_id and au.user_id = ${userId} and au.activity_id = t.task_id and not au.trashed
    cross join unnest(t.tags) as tag
    where t.instance_id = ${instanceId} and t.tags <> '{}' and t.layout = any(${[...layouts]}::text[])
    group by tag order by count(*) desc, tag collate "de-x-icu" limit ${atMost(most)}`.execute(db);
  return rows.map(({ tag }) => tag);
}
