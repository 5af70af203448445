import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import type { RecordRow } from '../../store/records.ts';
import type { FilledPerson, GonePerson, Values } from '../../tables.ts';

export type MergeRow = Selectable<Tables['record_merge']>;
export type GoneRow = Pick<Selectable<Tables['record_merge_gone']>, 'record_id' | 'persons'>;

/** What a record that was merged is now; undefined for one that is there, or was deleted by somebody. */
export async function keptOf(db: Db, instanceId: number, recordId: number): Promise<number | undefined> {
  const { rows } = await sql<{ record_id: number }>`
    with recursive way as (
      select ${recordId}::bigint as record_id, 0 as step
      union all
      select m.kept, w.step + 1 from way w
      join record_merge_gone g on g.instance_id = ${instanceId} and g.record_id = w.record_id
      join record_merge m on m.instance_id = ${instanceId} and m.merge_id = g.merge_id and m.parted_at is null
      join record r on r.instance_id = ${instanceId} and r.record_id = w.record_id and r.deleted_at is not null
      where w.step < 100
    )
    select w.record_id from way w
    join record r on r.instance_id = ${instanceId} and r.record_id = w.record_id and r.deleted_at is null
    where w.step > 0 order by w.step desc limit 1`.execute(db);
  return rows[0]?.record_id;
}

/** Which of some records have become part of others. */
export async function mergedAmong(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (recordIds.length === 0) return new Set();
  const { rows } = await sql<{ record_id: number }>`select distinct g.record_id from record_merge_gone g
    join record_merge m on m.instance_id = g.instance_id and m.merge_id = g.merge_id and m.parted_at is null
    where g.instance_id = ${instanceId} and g.record_id = any(${[...recordIds]}::bigint[])`.execute(db);
  return new Set(rows.map((row) => row.record_id));
}

/** Records, those that were deleted as well, held until the end in the order of their numbers. */
export async function holdRecords(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, RecordRow>> {
  const { rows } = await sql<RecordRow>`select * from record
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[]) order by record_id for update`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.record_id, row]));
}

/** The items that any of some records is linked with. */
export async function itemsOfRecords(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ activity_id: number }>`select distinct activity_id from activity_record
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[]) order by activity_id`.execute(
    db,
  );
  return rows.map((row) => row.activity_id);
}

/** How many items each of some records is linked with. */
export async function countItems(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ record_id: number; count: number }>`
    select record_id, count(*)::int as count from activity_record
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[]) group by record_id`.execute(db);
  return new Map(rows.map((row) => [row.record_id, row.count]));
}

export interface NewMerge {
  readonly kept: number;
  readonly userId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly before: Values;
  readonly after: Values;
  readonly persons: readonly FilledPerson[];
  readonly gone: ReadonlyMap<number, readonly GonePerson[]>;
}

/** Writes down that records become one, and returns the number of that. */
export async function insertMerge(db: Db, instanceId: number, merge: NewMerge): Promise<number> {
  const { merge_id: mergeId } = await db
    .insertInto('record_merge')
    .values({
      instance_id: instanceId,
      kept: merge.kept,
      by_user: merge.userId,
      at: merge.at,
      before: JSON.stringify(merge.before),
      after: JSON.stringify(merge.after),
      persons: JSON.stringify(merge.persons),
      followers: '{}',
    })
    .returning('merge_id')
    .executeTakeFirstOrThrow();
  const gone = [...merge.gone];
  await sql`insert into record_merge_gone (instance_id, merge_id, record_id, persons)
    select ${instanceId}, ${mergeId}, g.* from unnest(${gone.map(([id]) => id)}::bigint[],
      ${gone.map(([, persons]) => JSON.stringify(persons))}::jsonb[]) as g`.execute(db);
  return mergeId;
}

export async function setFollowers(
  db: Db,
  instanceId: number,
  mergeId: number,
  followers: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db
    .updateTable('record_merge')
    .set({ followers: JSON.stringify(followers) })
    .where('instance_id', '=', instanceId)
    .where('merge_id', '=', mergeId)
    .execute();
}

/**
 * Gives the kept record the links of those that go, none twice, and writes down what they were. `persons`: contact persons that become
 * others.
 */
export async function moveLinks(
  db: Db,
  instanceId: number,
  mergeId: number,
  { kept, persons }: { readonly kept: number; readonly persons: ReadonlyMap<number, number> },
): Promise<void> {
  // Of two that go and are linked with the same item, the earlier link comes along.
  await sql`
    with theirs as (
      select l.*, row_number() over (partition by l.activity_id order by l.linked_at, l.record_id) as nth,
        exists (select from activity_record k where k.instance_id = l.instance_id and k.activity_id = l.activity_id
          and k.record_id = ${kept}) as is_there
      from activity_record l join record_merge_gone g on g.instance_id = l.instance_id and g.record_id = l.record_id
      where l.instance_id = ${instanceId} and g.merge_id = ${mergeId}
    )
    insert into record_merge_link (instance_id, merge_id, record_id, activity_id, reason, detail, linked_by, linked_at, person_id, is_new)
    select ${instanceId}, ${mergeId}, record_id, activity_id, reason, detail, linked_by, linked_at, person_id, not is_there and nth = 1
    from theirs`.execute(db);
  await sql`delete from activity_record l using record_merge_gone g
    where l.instance_id = ${instanceId} and g.instance_id = ${instanceId} and g.merge_id = ${mergeId}
      and l.record_id = g.record_id`.execute(db);
  await sql`insert into activity_record (instance_id, activity_id, record_id, reason, detail, linked_by, linked_at, person_id, ts)
    select w.instance_id, w.activity_id, ${kept}, w.reason, w.detail, w.linked_by, w.linked_at, coalesce(p.becomes, w.person_id), a.ts
    from record_merge_link w join activity a on a.instance_id = w.instance_id and a.activity_id = w.activity_id
    left join unnest(${[...persons.keys()]}::bigint[], ${[...persons.values()]}::bigint[]) as p (was, becomes) on p.was = w.person_id
    where w.instance_id = ${instanceId} and w.merge_id = ${mergeId} and w.is_new`.execute(db);
}

/** Gives the records that went their links back, but for those that somebody has taken away since. */
export async function partLinks(db: Db, instanceId: number, mergeId: number, kept: number): Promise<void> {
  await sql`insert into activity_record (instance_id, activity_id, record_id, reason, detail, linked_by, linked_at, person_id, ts)
    select w.instance_id, w.activity_id, w.record_id, w.reason, w.detail, w.linked_by, w.linked_at, w.person_id, k.ts
    from record_merge_link w
    join activity_record k on k.instance_id = w.instance_id and k.activity_id = w.activity_id and k.record_id = ${kept}
    where w.instance_id = ${instanceId} and w.merge_id = ${mergeId} on conflict do nothing`.execute(db);
  // One that was made anew since is the kept one's own.
  await sql`delete from activity_record k using record_merge_link w
    where k.instance_id = ${instanceId} and k.record_id = ${kept} and w.instance_id = ${instanceId} and w.merge_id = ${mergeId}
      and w.activity_id = k.activity_id and w.is_new and w.linked_at = k.linked_at and w.reason = k.reason`.execute(db);
}

/** How many items that a merge has moved links of are not linked with the kept record any more. */
export async function countLost(db: Db, instanceId: number, mergeId: number, kept: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(distinct w.activity_id)::int as count from record_merge_link w
    join activity a on a.instance_id = w.instance_id and a.activity_id = w.activity_id
    where w.instance_id = ${instanceId} and w.merge_id = ${mergeId} and not exists (select from activity_record k
      where k.instance_id = w.instance_id and k.activity_id = w.activity_id and k.record_id = ${kept})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The items that a merge has moved links of. */
export async function itemsOfMerge(db: Db, instanceId: number, mergeId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ activity_id: number }>`select distinct activity_id from record_merge_link
    where instance_id = ${instanceId} and merge_id = ${mergeId} order by activity_id`.execute(db);
  return rows.map((row) => row.activity_id);
}

/** A merge that has not been taken back, with what it made one; held until the end. */
export async function holdMerge(
  db: Db,
  instanceId: number,
  mergeId: number,
): Promise<(MergeRow & { readonly gone: readonly GoneRow[] }) | undefined> {
  const { rows } = await sql<MergeRow>`select * from record_merge
    where instance_id = ${instanceId} and merge_id = ${mergeId} and parted_at is null for update`.execute(db);
  const [merge] = rows;
  if (merge === undefined) return undefined;
  const gone = await db
    .selectFrom('record_merge_gone')
    .select(['record_id', 'persons'])
    .where('instance_id', '=', instanceId)
    .where('merge_id', '=', mergeId)
    .orderBy('record_id')
    .execute();
  return { ...merge, gone };
}

export async function markParted(db: Db, instanceId: number, mergeId: number, at: number): Promise<void> {
  await db
    .updateTable('record_merge')
    .set({ parted_at: at })
    .where('instance_id', '=', instanceId)
    .where('merge_id', '=', mergeId)
    .execute();
}

/** The merge by which a record went, where it was not taken back. */
export async function mergeOfGone(db: Db, instanceId: number, recordId: number): Promise<number | undefined> {
  const { rows } = await sql<{ merge_id: number }>`select m.merge_id from record_merge_gone g
    join record_merge m on m.instance_id = g.instance_id and m.merge_id = g.merge_id and m.parted_at is null
    where g.instance_id = ${instanceId} and g.record_id = ${recordId}`.execute(db);
  return rows[0]?.merge_id;
}

export interface MadeOf {
  readonly merge_id: number;
  readonly at: number;
  readonly by_user: number;
  readonly record_id: number;
  readonly title: string;
  readonly subtitle: string;
}

/** What a record was made of, the last first. */
export async function readMerges(db: Db, instanceId: number, kept: number): Promise<readonly MadeOf[]> {
  const { rows } = await sql<MadeOf>`select m.merge_id, m.at, m.by_user, g.record_id, r.title, r.subtitle
    from record_merge m
    join record_merge_gone g on g.instance_id = m.instance_id and g.merge_id = m.merge_id
    join record r on r.instance_id = g.instance_id and r.record_id = g.record_id
    where m.instance_id = ${instanceId} and m.kept = ${kept} and m.parted_at is null
    order by m.merge_id desc, g.record_id`.execute(db);
  return rows;
}

/** Says that a record is there again. */
export async function markThere(db: Db, { instance_id, record_id }: RecordRow): Promise<void> {
  await db
    .updateTable('record')
    .set({ deleted_at: null })
    .where('instance_id', '=', instance_id)
    .where('record_id', '=', record_id)
    .execute();
}
