import type { Board } from '@kontor/contract/record';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Rank } from './rank.ts';
import './tables.ts';

export interface QueryRow {
  readonly query_id: string;
  readonly owner_id: number;
  readonly owner_name: string;
  readonly parent_id: string | null;
  readonly rank: Rank;
  readonly name: string;
  readonly is_folder: boolean;
  readonly kind_id: number | null;
  readonly words: string;
  readonly details: string;
  readonly memento: string;
  readonly board: Board | null;
  readonly everybody: boolean;
  readonly version: number;
  readonly deleted_at: Date | null;
  readonly viewers: readonly number[];
  /** The groups that it is shared with, as far as they are there. */
  readonly groups: readonly number[];
  /** Whether it is shared with this person, or is their own. */
  readonly is_seen: boolean;
}

/** Who looks, with the groups that they are in. */
export interface QueryViewer {
  readonly instanceId: number;
  readonly userId: number;
  readonly groupIds: readonly number[];
}

const QUERY_LOCK = 7_340_126;

/** The queries of an instance are changed one after the other: places, limits and whom to tell depend on more than one row. */
export async function lockQueries(db: Db, instanceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${QUERY_LOCK}::int, ${instanceId}::int)`.execute(db);
}

const isSeen = ({ instanceId, userId, groupIds }: QueryViewer) => sql`(q.owner_id = ${userId} or q.everybody
    or exists (select from record_query_viewer x
      where x.instance_id = ${instanceId} and x.query_id = q.query_id and x.user_id = ${userId})
    or exists (select from record_query_group x
      where x.instance_id = ${instanceId} and x.query_id = q.query_id and x.group_id = any(${[...groupIds]}::int[])))`;

const columns = (
  viewer: QueryViewer,
) => sql`q.query_id, q.owner_id, q.parent_id, q.rank::text as rank, q.name, q.is_folder,
    q.kind_id, q.words, q.details, q.memento, q.board, q.everybody, q.version, q.deleted_at,
    coalesce(nullif(trim(o.first_name || ' ' || o.last_name), ''), o.user_name) as owner_name,
    array(select v.user_id from record_query_viewer v
      where v.instance_id = q.instance_id and v.query_id = q.query_id order by 1) as viewers,
    array(select s.group_id from record_query_group s
      join person_group g on g.instance_id = s.instance_id and g.group_id = s.group_id and g.deleted_at is null
      where s.instance_id = q.instance_id and s.query_id = q.query_id order by 1) as groups,
    ${isSeen(viewer)} as is_seen`;

/** What a person sees of the tree, with all folders above it, deleted ones too; by their ranks. */
export async function readTree(db: Db, viewer: QueryViewer): Promise<readonly QueryRow[]> {
  const { instanceId } = viewer;
  const { rows } = await sql<QueryRow>`
    with recursive above as (
      select q.query_id, q.parent_id from record_query q
      where q.instance_id = ${instanceId} and q.deleted_at is null and ${isSeen(viewer)}
      union
      select p.query_id, p.parent_id from above a
      join record_query p on p.instance_id = ${instanceId} and p.query_id = a.parent_id
    )
    select ${columns(viewer)} from record_query q
    join app_user o on o.instance_id = q.instance_id and o.user_id = q.owner_id
    where q.instance_id = ${instanceId} and q.query_id in (select query_id from above)
    order by q.rank, q.query_id`.execute(db);
  return rows;
}

/** One query or folder, whoever's it is, a deleted one too. */
export async function findQuery(db: Db, viewer: QueryViewer, queryId: string): Promise<QueryRow | undefined> {
  const { rows } = await sql<QueryRow>`select ${columns(viewer)} from record_query q
    join app_user o on o.instance_id = q.instance_id and o.user_id = q.owner_id
    where q.instance_id = ${viewer.instanceId} and q.query_id = ${queryId}`.execute(db);
  return rows[0];
}

/** How many queries and folders a person has. */
export async function countQueries(db: Db, instanceId: number, ownerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from record_query
    where instance_id = ${instanceId} and owner_id = ${ownerId} and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Who sees anything within a folder, whoever's that is: people by number, by group, or everybody. */
export async function viewersWithin(
  db: Db,
  instanceId: number,
  queryId: string,
): Promise<{ readonly everybody: boolean; readonly userIds: readonly number[]; readonly groupIds: readonly number[] }> {
  const { rows } = await sql<{ everybody: boolean; userIds: number[]; groupIds: number[] }>`
    with recursive below as (
      select query_id from record_query where instance_id = ${instanceId} and query_id = ${queryId}
      union
      select q.query_id from below b join record_query q on q.instance_id = ${instanceId} and q.parent_id = b.query_id
    )
    select coalesce(bool_or(q.everybody), false) as everybody,
      array(select q.owner_id from record_query q where q.instance_id = ${instanceId} and q.query_id in (select query_id from below)
        union select v.user_id from record_query_viewer v
          where v.instance_id = ${instanceId} and v.query_id in (select query_id from below)) as "userIds",
      array(select distinct g.group_id from record_query_group g
        where g.instance_id = ${instanceId} and g.query_id in (select query_id from below)) as "groupIds"
    from record_query q where q.instance_id = ${instanceId} and q.query_id in (select query_id from below)`.execute(db);
  return rows[0] ?? { everybody: false, userIds: [], groupIds: [] };
}

/** The ranks that something stands between when it is put in front of another in a folder, or behind all; itself not counted. */
export async function ranksAround(
  db: Db,
  instanceId: number,
  at: { readonly queryId: string; readonly parentId: string | null; readonly before: string | null },
): Promise<{ readonly after: Rank | undefined; readonly before: Rank | undefined }> {
  const { rows } = await sql<{ rank: Rank; is_before: boolean }>`
    select rank::text as rank, query_id = ${at.before}::uuid as is_before from record_query
    where instance_id = ${instanceId} and parent_id is not distinct from ${at.parentId}::uuid and query_id <> ${at.queryId}
    order by record_query.rank, query_id`.execute(db);
  const found = rows.findIndex((row) => row.is_before);
  const index = found < 0 ? rows.length : found;
  return { after: rows[index - 1]?.rank, before: rows[index]?.rank };
}

export interface QueryToWrite {
  readonly queryId: string;
  readonly ownerId: number;
  readonly parentId: string | null;
  readonly rank: Rank;
  readonly name: string;
  readonly isFolder: boolean;
  readonly kindId: number | null;
  readonly words: string;
  readonly details: string;
  readonly memento: string;
  readonly board: Board | null;
  readonly everybody: boolean;
  readonly viewers: readonly number[];
  readonly groups: readonly number[];
}

/** Writes a query as it is from now on: a new one, one that is changed, or one that comes back. Its place is that of a new one alone. */
export async function writeQuery(db: Db, instanceId: number, query: QueryToWrite): Promise<void> {
  const { queryId, viewers, groups } = query;
  const values = {
    name: query.name,
    kind_id: query.kindId,
    words: query.words,
    details: query.details,
    memento: query.memento,
    board: query.board === null ? null : JSON.stringify(query.board),
    everybody: query.everybody,
  };
  await db
    .insertInto('record_query')
    .values({
      ...values,
      instance_id: instanceId,
      query_id: queryId,
      owner_id: query.ownerId,
      parent_id: query.parentId,
      rank: query.rank,
      is_folder: query.isFolder,
      deleted_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['instance_id', 'query_id'])
        .doUpdateSet({ ...values, deleted_at: null, version: sql`record_query.version + 1` }),
    )
    .execute();
  await sql`delete from record_query_viewer where instance_id = ${instanceId} and query_id = ${queryId}
    and user_id <> all(${[...viewers]}::int[])`.execute(db);
  await sql`insert into record_query_viewer (instance_id, query_id, user_id)
    select ${instanceId}, ${queryId}::uuid, unnest(${[...viewers]}::int[]) on conflict do nothing`.execute(db);
  await sql`delete from record_query_group where instance_id = ${instanceId} and query_id = ${queryId}
    and group_id <> all(${[...groups]}::int[])`.execute(db);
  await sql`insert into record_query_group (instance_id, query_id, group_id)
    select ${instanceId}, ${queryId}::uuid, unnest(${[...groups]}::int[]) on conflict do nothing`.execute(db);
}

export const placeQuery = (
  db: Db,
  instanceId: number,
  queryId: string,
  at: { readonly parentId: string | null; readonly rank: Rank },
): Promise<unknown> =>
  db
    .updateTable('record_query')
    .set({ parent_id: at.parentId, rank: at.rank })
    .where('instance_id', '=', instanceId)
    .where('query_id', '=', queryId)
    .execute();

export const markQueryDeleted = (db: Db, instanceId: number, queryId: string, at: Date): Promise<unknown> =>
  db
    .updateTable('record_query')
    .set({ deleted_at: at })
    .where('instance_id', '=', instanceId)
    .where('query_id', '=', queryId)
    .execute();

/** Takes away for good what a person has deleted before a moment; what lay in a folder of it lies in the one above from then on. */
export async function sweepQueries(db: Db, instanceId: number, ownerId: number, before: Date): Promise<void> {
  const { rows } = await sql<{ query_id: string; parent_id: string | null }>`
    select query_id, parent_id from record_query
    where instance_id = ${instanceId} and owner_id = ${ownerId} and deleted_at < ${before}`.execute(db);
  for (const gone of rows) {
    await sql`update record_query set parent_id = (
        select parent_id from record_query where instance_id = ${instanceId} and query_id = ${gone.query_id})
      where instance_id = ${instanceId} and parent_id = ${gone.query_id}`.execute(db);
    await db
      .deleteFrom('record_query')
      .where('instance_id', '=', instanceId)
      .where('query_id', '=', gone.query_id)
      .execute();
  }
}

/** Queries of a kind, deleted ones too, with what may name choices. */
export const queriesOfKind = (
  db: Db,
  instanceId: number,
  kindId: number,
): Promise<readonly Pick<QueryRow, 'query_id' | 'details' | 'board'>[]> =>
  db
    .selectFrom('record_query')
    .select(['query_id', 'details', 'board'])
    .where('instance_id', '=', instanceId)
    .where('kind_id', '=', kindId)
    .execute();

/** Puts what names choices otherwise into a query, and counts its version up. */
export const renameInQuery = (
  db: Db,
  instanceId: number,
  queryId: string,
  { details, board }: Pick<QueryRow, 'details' | 'board'>,
): Promise<unknown> =>
  db
    .updateTable('record_query')
    .set({
      details,
      board: board === null ? null : JSON.stringify(board),
      version: sql`version + 1`,
    })
    .where('instance_id', '=', instanceId)
    .where('query_id', '=', queryId)
    .execute();
