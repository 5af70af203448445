import { sql } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import '../../tables.ts';

/** Two records that may be the same, the older one first, with the number of the reason. */
export interface PairRow {
  readonly one: number;
  readonly other: number;
  readonly why: number;
}

/** An address or number of more records than this is that of a company, and says nothing of one of them. */
const MAX_OWNERS = 5;

/** Pairs of some records with later ones of the kind, of one address (`why` 2) or one number (3). */
export async function pairsByReach(
  db: Db,
  instanceId: number,
  kindId: number,
  recordIds: readonly number[],
): Promise<readonly PairRow[]> {
  const { rows } = await sql<PairRow>`
    with said as (
      select distinct 2 as why, address as what, record_id from record_address
      where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[])
      union all
      select distinct 3, e164, record_id from record_phone
      where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[]) and e164 <> ''
    ), owners as (
      select s.why, s.what, o.record_id from (select distinct why, what from said) s, lateral (
        select distinct r.record_id from (
          select record_id from record_address where s.why = 2 and instance_id = ${instanceId} and address = s.what
          union all
          select record_id from record_phone where s.why = 3 and instance_id = ${instanceId} and e164 = s.what and e164 <> ''
        ) a join record r on r.instance_id = ${instanceId} and r.record_id = a.record_id
        where r.kind_id = ${kindId} and r.deleted_at is null limit ${atMost(MAX_OWNERS + 1)}) o
    ), few as (select why, what from owners group by 1, 2 having count(*) <= ${MAX_OWNERS})
    select s.record_id as one, o.record_id as other, min(s.why) as why from said s
    join few f on f.why = s.why and f.what = s.what
    join owners o on o.why = s.why and o.what = s.what and o.record_id > s.record_id
    group by 1, 2`.execute(db);
  return rows;
}

/** Pairs of records with later ones of the kind whose titles may be alike, by the queries of their halves. */
export async function pairsByTitle(
  db: Db,
  kindId: number,
  queries: readonly { readonly recordId: number; readonly query: string }[],
): Promise<readonly { readonly one: number; readonly other: number }[]> {
  const { rows } = await sql<{ one: number; other: number }>`select q.id as one, s.record_id as other
    from unnest(${queries.map((it) => it.recordId)}::bigint[], ${queries.map((it) => it.query)}::text[]) as q (id, query),
    lateral record_hits(${kindId}, q.query, 20) s where s.record_id > q.id`.execute(db);
  return rows;
}

/** Puts the pairs that begin with some records in the place of what was known of these. */
export async function putPairs(
  db: Db,
  instanceId: number,
  kindId: number,
  recordIds: readonly number[],
  pairs: readonly PairRow[],
): Promise<void> {
  await sql`delete from record_duplicate where instance_id = ${instanceId} and one = any(${[...recordIds]}::bigint[])`.execute(
    db,
  );
  await sql`insert into record_duplicate (instance_id, kind_id, one, other, why)
    select ${instanceId}, ${kindId}, p.* from unnest(${pairs.map((it) => it.one)}::bigint[],
      ${pairs.map((it) => it.other)}::bigint[], ${pairs.map((it) => it.why)}::smallint[]) as p
    on conflict do nothing`.execute(db);
}

const OPEN = (instanceId: number, kindId: number) => sql`from record_duplicate d
  join record a on a.instance_id = d.instance_id and a.record_id = d.one and a.deleted_at is null
  join record b on b.instance_id = d.instance_id and b.record_id = d.other and b.deleted_at is null
  where d.instance_id = ${instanceId} and d.kind_id = ${kindId} and not exists (
    select from record_different n where n.instance_id = d.instance_id and n.one = d.one and n.other = d.other)`;

/** The pairs of a kind that nobody has decided on, in the order of their records. */
export async function readPairs(db: Db, instanceId: number, kindId: number, most: number): Promise<readonly PairRow[]> {
  const { rows } = await sql<PairRow>`select d.one, d.other, d.why ${OPEN(instanceId, kindId)}
    order by d.one, d.other limit ${atMost(most)}`.execute(db);
  return rows;
}

/** How many of them there are. */
export async function countPairs(db: Db, instanceId: number, kindId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${OPEN(instanceId, kindId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface SearchRow {
  readonly started_at: number;
  readonly finished_at: number | null;
}

export async function findSearch(db: Db, instanceId: number, kindId: number): Promise<SearchRow | undefined> {
  return db
    .selectFrom('record_duplicate_search')
    .select(['started_at', 'finished_at'])
    .where('instance_id', '=', instanceId)
    .where('kind_id', '=', kindId)
    .executeTakeFirst();
}

/** Says when it was begun to look, or that it is done (`finishedAt`). */
export async function putSearch(
  db: Db,
  instanceId: number,
  kindId: number,
  search: { readonly startedAt: number; readonly finishedAt: number | null },
): Promise<void> {
  const row = { started_at: search.startedAt, finished_at: search.finishedAt };
  await db
    .insertInto('record_duplicate_search')
    .values({ instance_id: instanceId, kind_id: kindId, ...row })
    .onConflict((conflict) => conflict.columns(['instance_id', 'kind_id']).doUpdateSet(row))
    .execute();
}

/** Calls every two of some records different, or not any more. */
export async function setDifferent(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
  by: { readonly userId: number; readonly at: number; readonly isDifferent: boolean },
): Promise<void> {
  const ids = [...recordIds];
  if (by.isDifferent)
    await sql`insert into record_different (instance_id, one, other, by_user, at)
      select ${instanceId}, a.id, b.id, ${by.userId}, ${by.at}
      from unnest(${ids}::bigint[]) as a (id), unnest(${ids}::bigint[]) as b (id) where a.id < b.id
      on conflict do nothing`.execute(db);
  else
    await sql`delete from record_different where instance_id = ${instanceId}
      and one = any(${ids}::bigint[]) and other = any(${ids}::bigint[])`.execute(db);
}

/** Records of a kind behind a number, in the order of their numbers. */
export async function recordsAfter(
  db: Db,
  instanceId: number,
  kindId: number,
  after: number,
  most: number,
): Promise<readonly { readonly record_id: number; readonly title: string }[]> {
  const { rows } = await sql<{ record_id: number; title: string }>`select record_id, title from record
    where instance_id = ${instanceId} and kind_id = ${kindId} and record_id > ${after} and deleted_at is null
    order by record_id limit ${atMost(most)}`.execute(db);
  return rows;
}
