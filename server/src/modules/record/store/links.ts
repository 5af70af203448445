import { LINK_REASONS, type Link } from '@kontor/contract/record';
import { sql } from 'kysely';
import { isBeside } from '../../activity/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

export type Reason = Link['reason'];

/** What an item is linked with, and why. */
export interface LinkRow {
  readonly activity_id: number;
  readonly record_id: number;
  readonly kind_id: number;
  readonly title: string;
  readonly subtitle: string;
  readonly reason: number;
  readonly detail: string;
  readonly linked_by: number;
  readonly linked_at: number;
}

export const reasonOf = (number: number): Reason => LINK_REASONS[number - 1] ?? 'hand';

/** The links of items, the oldest first; of links by others who have the item in a box of their own, a reader is not told who or what made them. */
export async function readLinks(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
  readerId?: number,
): Promise<readonly LinkRow[]> {
  const isHidden = sql`exists (select from activity_user reader
    join activity_user maker on maker.instance_id = reader.instance_id and maker.activity_id = reader.activity_id and maker.user_id = l.linked_by
    where reader.instance_id = l.instance_id and reader.activity_id = l.activity_id and reader.user_id = ${readerId ?? 0}
      and not ${isBeside(sql`reader`, sql`maker`)})`;
  const { rows } = await sql<LinkRow>`
    select l.activity_id, l.record_id, r.kind_id, r.title, r.subtitle, l.reason, l.linked_at,
      case when ${isHidden} then '' else l.detail end as detail, case when ${isHidden} then 0 else l.linked_by end as linked_by
    from activity_record l join record r on r.instance_id = l.instance_id and r.record_id = l.record_id
    where l.instance_id = ${instanceId} and l.activity_id = any(${[...activityIds]}::bigint[]) and r.deleted_at is null
    order by l.activity_id, l.linked_at, l.record_id`.execute(db);
  return rows;
}

/** How many records each of some items is linked with. */
export async function countLinks(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ activity_id: number; count: number }>`
    select i.id as activity_id, (select count(*)::int from activity_record l
      where l.instance_id = ${instanceId} and l.activity_id = i.id) as count
    from unnest(${[...activityIds]}::bigint[]) as i (id)`.execute(db);
  return new Map(rows.map((row) => [row.activity_id, row.count]));
}

export interface NewLink {
  readonly recordId: number;
  readonly reason: Reason;
  readonly detail: string;
  readonly userId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Links items with a record. Returns those that were not linked with it. */
export async function insertLinks(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
  { recordId, reason, detail, userId, at }: NewLink,
): Promise<readonly number[]> {
  const { rows } = await sql<{ activity_id: number }>`
    insert into activity_record (instance_id, activity_id, record_id, reason, detail, linked_by, linked_at, ts)
    select ${instanceId}, i.id, ${recordId}, ${LINK_REASONS.indexOf(reason) + 1}, ${detail}, ${userId}, ${at}, a.ts
    from unnest(${[...activityIds]}::bigint[]) as i (id)
    join activity a on a.instance_id = ${instanceId} and a.activity_id = i.id
    on conflict do nothing returning activity_id`.execute(db);
  return rows.map((row) => row.activity_id);
}

/** Takes the links of items with a record away. Returns which there were. */
export async function deleteLinks(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
  recordId: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ activity_id: number }>`delete from activity_record
    where instance_id = ${instanceId} and record_id = ${recordId} and activity_id = any(${[...activityIds]}::bigint[])
    returning activity_id`.execute(db);
  return rows.map((row) => row.activity_id);
}

/** The items that a record is linked with. */
export async function itemsOfRecord(db: Db, instanceId: number, recordId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ activity_id: number }>`select activity_id from activity_record
    where instance_id = ${instanceId} and record_id = ${recordId} order by activity_id`.execute(db);
  return rows.map((row) => row.activity_id);
}

/** Takes all links of a record away, and what was dismissed of it. */
export async function deleteLinksOf(db: Db, instanceId: number, recordId: number): Promise<void> {
  for (const table of ['activity_record', 'record_dismissed'] as const)
    await db.deleteFrom(table).where('instance_id', '=', instanceId).where('record_id', '=', recordId).execute();
}

/** Suggests a record for an item no more. Returns whether it was until now. */
export async function insertDismissed(
  db: Db,
  instanceId: number,
  activityId: number,
  recordId: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await db
    .insertInto('record_dismissed')
    .values({ instance_id: instanceId, activity_id: activityId, record_id: recordId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (count ?? 0n) > 0n;
}

/** Records that are not suggested for items any more. */
export async function readDismissed(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const { rows } = await sql<{
    activity_id: number;
    record_id: number;
  }>`select activity_id, record_id from record_dismissed
    where instance_id = ${instanceId} and activity_id = any(${[...activityIds]}::bigint[])`.execute(db);
  const byItem = Map.groupBy(rows, (row) => row.activity_id);
  return new Map([...byItem].map(([id, some]) => [id, new Set(some.map((row) => row.record_id))]));
}

/** Keeps the links of a record that is about to be deleted. */
export async function keepLinksOf(db: Db, instanceId: number, recordId: number): Promise<void> {
  await sql`insert into record_removed_link
      (instance_id, record_id, activity_id, reason, detail, linked_by, linked_at, person_id)
    select instance_id, record_id, activity_id, reason, detail, linked_by, linked_at, person_id from activity_record
    where instance_id = ${instanceId} and record_id = ${recordId} on conflict do nothing`.execute(db);
}

/** The items that a deleted record was linked with. */
export async function itemsOfRemoved(db: Db, instanceId: number, recordId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ activity_id: number }>`select activity_id from record_removed_link
    where instance_id = ${instanceId} and record_id = ${recordId} order by activity_id`.execute(db);
  return rows.map((row) => row.activity_id);
}

/** Gives a record the links back that it had when it was deleted. */
export async function restoreLinksOf(db: Db, instanceId: number, recordId: number): Promise<void> {
  await sql`insert into activity_record
      (instance_id, activity_id, record_id, reason, detail, linked_by, linked_at, person_id, ts)
    select l.instance_id, l.activity_id, l.record_id, l.reason, l.detail, l.linked_by, l.linked_at, l.person_id, a.ts
    from record_removed_link l join activity a on a.instance_id = l.instance_id and a.activity_id = l.activity_id
    where l.instance_id = ${instanceId} and l.record_id = ${recordId} on conflict do nothing`.execute(db);
  await sql`delete from record_removed_link
    where instance_id = ${instanceId} and record_id = ${recordId}`.execute(db);
}

/** Forgets the links of a record that was deleted no later than a moment, in milliseconds since 1970. */
export async function forgetRemovedLinks(db: Db, instanceId: number, recordId: number, until: number): Promise<void> {
  await sql`delete from record_removed_link l using record r
    where l.instance_id = ${instanceId} and l.record_id = ${recordId}
      and r.instance_id = l.instance_id and r.record_id = l.record_id and r.deleted_at <= ${until}`.execute(db);
}
