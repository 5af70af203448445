import type { Status } from '@kontor/contract/activity';
import { TOTAL_CAP, type Paging } from '@kontor/contract/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Anchor } from '../anchors.ts';
import type { CompiledFilter } from './filter.ts';
import '../tables.ts';

export interface PageRow {
  readonly activity_id: number;
  /** Rows of the whole list, where they were counted on the way. */
  readonly total: number | null;
  readonly ts_text: string;
  readonly seconds: number;
  readonly box_id: number;
  readonly version: number;
  readonly module: number;
  readonly status: Status;
  readonly direction: number;
  readonly archived: boolean;
  readonly trashed: boolean;
  readonly spam: boolean;
  readonly is_shared: boolean;
  readonly ido_count: number;
  readonly contact: string;
  readonly information: string;
  readonly channel: string;
  readonly context: string;
  readonly extras: Record<string, unknown>;
  readonly user_ids: readonly number[];
  readonly statuses: readonly Status[];
}

/** The columns of `activity` that a list can be sorted by; the module's own line is what it is about. */
const SORT_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  contact: sql`a.contact collate "de-x-icu"`,
  information: sql`a.information collate "de-x-icu"`,
  moduleInformation: sql`a.context collate "de-x-icu"`,
  channel: sql`a.channel collate "de-x-icu"`,
};

export const sortsByTime = ({ sort }: Paging): boolean => sort.length === 0 || sort[0]?.property === 'timestamp';

const directionOf = (direction: 'ASC' | 'DESC' | undefined) => (direction === 'ASC' ? sql`asc` : sql`desc`);

/** Places of a page by time. Nothing but the index is read for what is skipped. */
function pageByTime({ from, where, counts }: CompiledFilter, paging: Paging, anchor: Anchor | undefined, skip: number) {
  const ascending = paging.sort[0]?.direction === 'ASC';
  const order = directionOf(paging.sort[0]?.direction);
  const behind =
    anchor === undefined
      ? sql``
      : ascending
        ? sql`and (au.ts, au.activity_id) > (${anchor.ts}::timestamptz, ${anchor.id})`
        : sql`and (au.ts, au.activity_id) < (${anchor.ts}::timestamptz, ${anchor.id})`;
  // A search reads all its hits anyway; behind an anchor the rest alone would be counted that way, but a search has none.
  const total = counts ? sql`count(*) over ()` : sql`null::bigint`;
  return sql`select au.activity_id, ${total} as total from ${from} where ${where} ${behind}
    order by au.ts ${order}, au.activity_id ${order} limit ${paging.limit} offset ${skip}`;
}

function pageByColumn({ from, where }: CompiledFilter, paging: Paging) {
  const keys = paging.sort.map(({ property, direction }) => {
    const column = property === 'timestamp' ? sql`au.ts` : (SORT_COLUMNS[property] ?? sql`au.ts`);
    return sql`${column} ${directionOf(direction)}`;
  });
  return sql`select au.activity_id, count(*) over () as total
    from ${from} join activity a on a.instance_id = au.instance_id and a.activity_id = au.activity_id
    where ${where} order by ${sql.join(keys)}, au.ts desc, au.activity_id desc
    limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`;
}

/** One page of a list as a person sees it, with the states of all who see each item. */
export async function readPage(
  db: Db,
  viewer: { readonly instanceId: number; readonly userId: number },
  filter: CompiledFilter,
  paging: Paging,
  start: { readonly anchor: Anchor | undefined; readonly skip: number },
): Promise<readonly PageRow[]> {
  const page = sortsByTime(paging)
    ? pageByTime(filter, paging, start.anchor, start.skip)
    : pageByColumn(filter, paging);
  const total = filter.counts || !sortsByTime(paging) ? sql`max(total)` : sql`(${countOf(filter)})`;
  return readEntries(db, viewer, sql`select array_agg(activity_id) as ids, ${total} as total from (${page}) ordered`);
}

/** Items by the ids that a query answers as `ids`, in that order. */
async function readEntries(
  db: Db,
  viewer: { readonly instanceId: number; readonly userId: number },
  ids: RawBuilder<unknown>,
): Promise<readonly PageRow[]> {
  return (await entriesSql(viewer, ids).execute(db)).rows;
}

/** SQL of items as one person sees them, by the ids that a query answers as `ids`; those they do not see are left out. */
const entriesSql = (
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  ids: RawBuilder<unknown>,
): RawBuilder<PageRow> => sql<PageRow>`
  select p.activity_id, page.total, au.ts::text as ts_text, extract(epoch from au.ts)::float8 as seconds, au.box_id,
    a.version, au.module, au.status, au.direction, au.archived, au.trashed, au.spam,
    a.is_shared, a.ido_count, a.contact, a.information, a.channel, a.context, a.extras, others.user_ids, others.statuses
  from (${ids}) page
  cross join unnest(page.ids) with ordinality as p (activity_id, place)
  join activity_user au on au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = p.activity_id
  join activity a on a.instance_id = ${instanceId} and a.activity_id = p.activity_id
  cross join lateral (
    select array_agg(o.user_id order by o.user_id) as user_ids, array_agg(o.status order by o.user_id) as statuses
    from activity_user o where o.instance_id = ${instanceId} and o.activity_id = p.activity_id
  ) others
  order by p.place`;

/** The same by ids, for a leaf to join with what it keeps itself. */
export const entriesById = (
  viewer: { readonly instanceId: number; readonly userId: number },
  ids: readonly number[],
): RawBuilder<PageRow> => entriesSql(viewer, sql`select ${[...ids]}::bigint[] as ids, null::bigint as total`);

/** How many rows a list has, up to the cap. */
const countOf = ({ from, where }: CompiledFilter) =>
  sql`select count(*) as n from (select from ${from} where ${where} limit ${TOTAL_CAP}) counted`;

/** The same for a page behind the end, which has no row to bear the number. */
export async function countRows(db: Db, filter: CompiledFilter): Promise<number> {
  const { rows } = await countOf(filter).execute(db);
  return (rows[0] as { n: number } | undefined)?.n ?? 0;
}
