import type { Status } from '@kontor/contract/activity';
import { TOTAL_CAP, type Paging } from '@kontor/contract/kernel';
import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Anchor } from '../anchors.ts';
import { channelIn, isBeside } from './beside.ts';
import type { CompiledFilter } from './filter.ts';
import { snoozedSeconds } from './states.ts';
import { BY_SHARE } from './ways.ts';
import '../tables.ts';

export interface PageRow {
  readonly activity_id: number;
  /** Rows of the whole list, where they were counted on the way. */
  readonly total: number | null;
  readonly ts_text: string;
  readonly seconds: number;
  /** The item's own time, wherever it stands in this person's lists. */
  readonly own_seconds: number;
  readonly box_id: number;
  readonly version: number;
  readonly module: number;
  readonly status: Status;
  readonly direction: number;
  readonly archived: boolean;
  readonly trashed: boolean;
  readonly spam: boolean;
  readonly is_shared: boolean;
  /** Somebody has shared it with this person. */
  readonly is_given: boolean;
  readonly ido_count: number;
  readonly contact: string;
  readonly information: string;
  readonly channel: string;
  readonly context: string;
  readonly extras: Record<string, unknown>;
  /** Seconds; `UNTIL_ANSWERED` until it is answered alone. */
  readonly snoozed_until: number | null;
  readonly woken_at: number | null;
  readonly woken_by: string | null;
  /** Those who see the item beside this person, in no order, and their states in the same one. */
  readonly user_ids: readonly number[];
  readonly statuses: readonly Status[];
}

/** The columns of `activity` that a list can be sorted by; the module's own line is what it is about. */
const SORT_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  contact: sql`a.contact collate "de-x-icu"`,
  information: sql`a.information collate "de-x-icu"`,
  moduleInformation: sql`a.context collate "de-x-icu"`,
  channel: sql`(${channelIn(sql`au`, sql`a`)}) collate "de-x-icu"`,
  waking: sql`au.snoozed_until`,
};

export const sortsByTime = ({ sort }: Paging): boolean => sort.length === 0 || sort[0]?.property === 'timestamp';

const directionOf = (direction: 'ASC' | 'DESC' | undefined) => (direction === 'ASC' ? sql`asc` : sql`desc`);

export interface ViewerId {
  readonly instanceId: number;
  readonly userId: number;
}

/** The direction of a list by time. */
export const byTime = ({ sort }: Paging): RawBuilder<unknown> => directionOf(sort[0]?.direction);

/** Cuts a list by time to what lies behind an anchor. */
export function behindAnchor(
  { sort }: Paging,
  anchor: Anchor | undefined,
  [ts, id]: readonly [RawBuilder<unknown>, RawBuilder<unknown>] = [sql`au.ts`, sql`au.activity_id`],
): RawBuilder<unknown> {
  if (anchor === undefined) return sql``;
  return sort[0]?.direction === 'ASC'
    ? sql`and (${ts}, ${id}) > (${anchor.ts}::timestamptz, ${anchor.id})`
    : sql`and (${ts}, ${id}) < (${anchor.ts}::timestamptz, ${anchor.id})`;
}

/** Columns of `activity_user`, as `au`, that an entry is made of; `ts`: the time that orders the list. */
const seenAt = (
  ts: RawBuilder<unknown>,
) => sql`au.activity_id, ${ts} as ts, au.box_id, au.via_box_id, au.module, au.status, au.direction, au.archived, au.trashed, au.spam,
  au.snoozed_until, au.woken_at, au.woken_by, au.ways, au.segment_id, au.is_apart`;
const SEEN = seenAt(sql`au.ts`);

const seenBy = ({ instanceId, userId }: ViewerId) => sql`au.instance_id = ${instanceId} and au.user_id = ${userId}`;

/**
 * A page of what a search found, newest first, with the total. The index of words has only items that the person sees: the total is the number
 * that were found without those in the trash, and no row is read to be counted.
 */
const pageOfFound = (viewer: ViewerId, found: RawBuilder<unknown>, { limit }: Paging, skip: number) => sql`
  with found as materialized (select activity_id from ${found}),
  gone as materialized (select au.activity_id from activity_user au where ${seenBy(viewer)} and au.trashed)
  select au.*, (select count(*) from found) - (select count(*) from found join gone on gone.activity_id = found.activity_id) as total
  from found cross join lateral (
    select ${SEEN} from activity_user au where ${seenBy(viewer)} and au.activity_id = found.activity_id and not au.trashed limit 1
  ) au limit ${atMost(limit, skip)}`;

function pageByTime(
  viewer: ViewerId,
  { from, where, text }: CompiledFilter,
  paging: Paging,
  { anchor, skip }: PageStart,
) {
  const order = byTime(paging);
  const behind = behindAnchor(paging, anchor);
  // A search reads all its hits anyway; behind an anchor the rest alone would be counted that way, but then it has none.
  const total = text !== undefined ? sql`count(*) over ()` : sql`null::bigint`;
  const page = sql`from ${from} where ${where} ${behind} order by au.ts ${order}, au.activity_id ${order} limit ${atMost(paging.limit)}`;
  if (skip === 0) return sql`select ${SEEN}, ${total} as total ${page}`;
  // Nothing but the index is read for what is skipped.
  return sql`select ${SEEN}, ids.total from (select au.activity_id, ${total} as total ${page} offset ${skip}) ids
    join activity_user au on ${seenBy(viewer)} and au.activity_id = ids.activity_id
    order by au.ts ${order}, au.activity_id ${order}`;
}

/** The same of a source: each of its tables is read no further than the page, whichever of them it comes from. */
function pageOfSource(
  viewer: ViewerId,
  { from, where, ts, text, source }: CompiledFilter,
  paging: Paging,
  { anchor, skip }: PageStart,
) {
  const order = byTime(paging);
  const behind = behindAnchor(paging, anchor, [ts, sql`h.activity_id`]);
  const total = text !== undefined ? sql`count(*) over ()` : sql`null::bigint`;
  const page = (
    rows: RawBuilder<unknown>,
    most: number,
    skipped = 0,
  ) => sql`select ${seenAt(ts)}, ${total} as total from ${rows}
    where ${where} ${behind} order by ${ts} ${order}, h.activity_id ${order} limit ${atMost(most, skipped)}`;
  if (text !== undefined || source?.many === undefined) return page(from, paging.limit, skip);
  const { of, items } = source.many;
  const one = sql`${items} h join activity_user au on ${seenBy(viewer)} and au.activity_id = h.activity_id`;
  return sql`select distinct on (found.ts, found.activity_id) found.*
    from ${of} cross join lateral (${page(one, skip + paging.limit)}) found
    order by found.ts ${order}, found.activity_id ${order} limit ${atMost(paging.limit, skip)}`;
}

function pageByColumn({ from, where, ts }: CompiledFilter, paging: Paging) {
  const keys = paging.sort.map(({ property, direction }) => {
    const column = property === 'timestamp' ? ts : (SORT_COLUMNS[property] ?? ts);
    return sql`${column} ${directionOf(direction)}`;
  });
  return sql`select ${seenAt(ts)}, count(*) over () as total
    from ${from} join activity a on a.instance_id = au.instance_id and a.activity_id = au.activity_id
    where ${where} order by ${sql.join(keys)}, ${ts} desc, au.activity_id desc
    limit ${atMost(paging.limit, (paging.page - 1) * paging.limit)}`;
}

/** Where a page of a list by time begins: behind an anchor, or at the beginning, but for so many rows. */
export interface PageStart {
  readonly anchor: Anchor | undefined;
  readonly skip: number;
}

/** One page of a list as a person sees it, with the states of all who see each item. */
export async function readPage(
  db: Db,
  viewer: ViewerId,
  filter: CompiledFilter,
  paging: Paging,
  start: PageStart,
): Promise<readonly PageRow[]> {
  const isByTime = sortsByTime(paging);
  const { allFound } = filter;
  const page =
    allFound !== undefined && isByTime && paging.sort[0]?.direction !== 'ASC'
      ? pageOfFound(viewer, allFound, paging, start.skip)
      : isByTime
        ? (filter.source === undefined ? pageByTime : pageOfSource)(viewer, filter, paging, start)
        : pageByColumn(filter, paging);
  const total = filter.text !== undefined || !isByTime ? sql`p.total` : sql`(${countOf(filter)})`;
  return (await entriesSql(viewer, page, total).execute(db)).rows;
}

/** SQL of list entries: those that a query answers as `SEEN`, in its order. */
const entriesSql = (
  { instanceId, userId }: ViewerId,
  page: RawBuilder<unknown>,
  total: RawBuilder<unknown>,
) => sql<PageRow>`
  select p.activity_id, ${total} as total, p.ts::text as ts_text, date_part('epoch', p.ts) as seconds, date_part('epoch', a.ts) as own_seconds, p.box_id,
    a.version, p.module, p.status, p.direction, p.archived, p.trashed, p.spam,
    ${snoozedSeconds(sql`p.snoozed_until`)} as snoozed_until, date_part('epoch', p.woken_at) as woken_at, p.woken_by,
    p.ways >= ${BY_SHARE} as is_given, a.is_shared and coalesce(others.is_shared, false) as is_shared, a.ido_count, a.contact, a.information,
    ${channelIn(sql`p`, sql`a`)} as channel, a.context, a.extras, others.user_ids, others.statuses
  from (select *, ${instanceId}::int as instance_id, ${userId}::int as user_id, row_number() over () as place from (${page}) ordered) p
  join activity a on a.instance_id = ${instanceId} and a.activity_id = p.activity_id
  cross join lateral (
    select array_agg(o.user_id) as user_ids, array_agg(o.status) as statuses, bool_or(o.ways >= ${BY_SHARE}) as is_shared
    from activity_user o where o.instance_id = ${instanceId} and o.activity_id = p.activity_id and ${isBeside(sql`p`, sql`o`)}
  ) others
  order by p.place`;

/** The same by ids, in their order, for a kind to join with what it keeps itself; those that the person does not see are left out. */
export const entriesById = (viewer: ViewerId, ids: readonly number[]): RawBuilder<PageRow> =>
  entriesSql(
    viewer,
    sql`select ${SEEN} from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, n)
      join activity_user au on ${seenBy(viewer)} and au.activity_id = wanted.id order by wanted.n`,
    sql`null::bigint`,
  );

/** Items of a source in the trash that are told apart from the others; where there are more, each row is looked at. */
const MAX_GONE = 1000;

/**
 * How many rows a list has, up to the cap. Those of a source are taken in the order of their numbers, which both tables have them in: else all
 * items of the person are put into a hash first, however few are counted. Where all of a source is asked for but what is in the trash, both indexes say
 * what the person sees, and the trash what of it is gone: no row is read.
 */
function countOf({ from, where, seen, source, text, isNarrowed }: CompiledFilter, most = TOTAL_CAP) {
  const upTo = (terms: RawBuilder<unknown>, limit: number, order = source !== undefined) => sql`(select count(*) from (
    select from ${from} where ${terms} ${order ? sql`order by h.activity_id` : sql``} limit ${atMost(limit)}) counted)`;
  if (source === undefined || text !== undefined || isNarrowed) return sql`select ${upTo(where, most)} as n`;
  return sql`select case when gone.n > ${MAX_GONE} then ${upTo(where, most)}
      else least(${most}, ${upTo(seen, most + MAX_GONE)} - gone.n) end as n
    from (select ${upTo(sql`${seen} and au.trashed`, MAX_GONE + 1, false)} as n) gone`;
}

/** The same where no page bears the number: behind the end, and where only the number is wanted, up to `most`. */
export async function countRows(db: Db, filter: CompiledFilter, most?: number): Promise<number> {
  const { rows } = await countOf(filter, most).execute(db);
  return (rows[0] as { n: number } | undefined)?.n ?? 0;
}
