import type { Repetition } from '@kontor/contract/task';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { SeriesUndo, Template } from '../tables.ts';
import '../tables.ts';

export interface SeriesRow {
  readonly series_id: number;
  readonly repetition: Repetition;
  readonly zone: string;
  readonly starts: string;
  readonly last: string;
  readonly made: number;
  readonly ended: boolean;
  readonly template: Template;
  readonly template_of: number;
  /** Steps that can be taken back, the last one last. */
  readonly undo: readonly SeriesUndo[];
}

const COLUMNS = sql`series_id, repetition, zone, starts, last, made, ended, template, template_of, undo`;

/** Series by their ids. */
export async function readSeries(
  db: Db,
  instanceId: number,
  seriesIds: readonly number[],
): Promise<readonly SeriesRow[]> {
  if (seriesIds.length === 0) return [];
  const { rows } = await sql<SeriesRow>`select ${COLUMNS} from task_series
    where instance_id = ${instanceId} and series_id = any(${[...seriesIds]}::bigint[])`.execute(db);
  return rows;
}

/** A series, taken for this transaction: who makes its next task is alone at it. */
export async function takeSeries(db: Db, instanceId: number, seriesId: number): Promise<SeriesRow | undefined> {
  const { rows } = await sql<SeriesRow>`select ${COLUMNS} from task_series
    where instance_id = ${instanceId} and series_id = ${seriesId} for update`.execute(db);
  return rows[0];
}

/** Begins a series. Returns its id. */
export async function insertSeries(
  db: Db,
  instanceId: number,
  series: Pick<SeriesRow, 'repetition' | 'zone' | 'starts' | 'template' | 'template_of'>,
): Promise<number> {
  const { series_id } = await db
    .insertInto('task_series')
    .values({
      instance_id: instanceId,
      repetition: JSON.stringify(series.repetition),
      zone: series.zone,
      starts: series.starts,
      last: series.starts,
      template: JSON.stringify(series.template),
      template_of: series.template_of,
    })
    .returning('series_id')
    .executeTakeFirstOrThrow();
  return series_id;
}

/** Changes a series, which was taken for this transaction. */
export async function updateSeries(
  db: Db,
  instanceId: number,
  seriesId: number,
  { repetition, template, undo, ...changes }: Partial<Omit<SeriesRow, 'series_id'>>,
): Promise<void> {
  await db
    .updateTable('task_series')
    .set({
      ...changes,
      ...(repetition === undefined ? {} : { repetition: JSON.stringify(repetition) }),
      ...(undo === undefined ? {} : { undo: JSON.stringify(undo) }),
      ...(template === undefined ? {} : { template: JSON.stringify(template) }),
    })
    .where('instance_id', '=', instanceId)
    .where('series_id', '=', seriesId)
    .execute();
}

/** The tasks of a series from an occurrence on, outside of the trash, in their order. */
export async function occurrencesFrom(
  db: Db,
  instanceId: number,
  seriesId: number,
  from: number,
): Promise<readonly { readonly task_id: number; readonly occurrence: number }[]> {
  const { rows } = await sql<{ task_id: number; occurrence: number }>`select task_id, occurrence from task
    where instance_id = ${instanceId} and series_id = ${seriesId} and occurrence >= ${from} and not trashed
    order by occurrence`.execute(db);
  return rows;
}

/**
 * A task of a series that nobody has touched: as it was made, New to who is responsible, with no parts but those that were made with it, and
 * with nothing that waits for it.
 */
export async function untouchedOccurrence(
  db: Db,
  instanceId: number,
  seriesId: number,
  occurrence: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ task_id: number }>`
    select t.task_id from task t
    where t.instance_id = ${instanceId} and t.series_id = ${seriesId} and t.occurrence = ${occurrence} and t.edit = 1
      and not t.trashed and t.done_at is null and t.locked_by is null and not exists (
        with recursive below (id, depth) as (
          select t.task_id, 0 union select p.task_id, depth + 1 from below join task p on p.instance_id = t.instance_id and p.parent_id = below.id
        ) select from below join task p on p.instance_id = t.instance_id and p.task_id = below.id
        where p.task_id <> t.task_id and (p.edit > 1 or p.done_at is not null or p.created_at <> t.created_at))
      and not exists (select from task_wait w where w.instance_id = t.instance_id and w.waits_for = t.task_id)
      and exists (
        select from activity_user au where au.instance_id = t.instance_id and au.activity_id = t.task_id
          and au.user_id = t.responsible_id and au.status = 1)`.execute(db);
  return rows[0]?.task_id;
}

/** The task that has a place in a series, wherever it lies. */
export async function occurrenceOf(
  db: Db,
  instanceId: number,
  seriesId: number,
  occurrence: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ task_id: number }>`select task_id from task
    where instance_id = ${instanceId} and series_id = ${seriesId} and occurrence = ${occurrence}`.execute(db);
  return rows[0]?.task_id;
}
