import { LIST_SORT } from '@kontor/contract/activity';
import { TOTAL_CAP, type Paging } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Anchor } from '../anchors.ts';
import type { CompiledFilter } from './filter.ts';
import { behindAnchor, byTime, entriesById, type PageRow, type PageStart, type ViewerId } from './lists.ts';

/** What a text query stands for, by the statistics of the index. */
export interface SearchPlan {
  /** Its words as they are in the index, without those that must not be there. */
  readonly words: readonly string[];
  /** The share of the person's items that it may be in, and how many that are. */
  readonly share: number;
  readonly hits: number;
}

export async function planSearch(db: Db, { userId }: ViewerId, text: string): Promise<SearchPlan> {
  const { rows } = await sql<SearchPlan>`
    select words, share, hits from search_plan(${userId}, to_tsquery('kontor', ${text}))`.execute(db);
  return rows[0] ?? { words: [], share: 0, hits: 0 };
}

/** Items that are looked at together, newest first. */
const MIN_AT_ONCE = 200;
const MAX_AT_ONCE = 2000;
/** So many are looked at before the index of words is asked after all. */
const MAX_LOOKED_AT = 5000;

/** So many items of a list are counted to learn whether it is long enough. */
const MAX_COUNTED = 50_000;

interface Window {
  readonly ids: readonly number[];
  /** How many were looked at, and the last of them. */
  readonly looked: number;
  readonly last: Anchor | null;
}

export interface NewestPage {
  readonly page: readonly PageRow[];
  /** How many there are in all; undefined where nobody has counted, because they are more than is counted. */
  readonly counted: number | undefined;
}

/**
 * A page of a search for what most items have: those items are read by time and looked into, newest first, until the page is full, and
 * the rest of the hits is neither known nor counted. A short list is read to its end. Undefined where the words are not that frequent,
 * or not among the newest.
 */
export async function readThroughTime(
  db: Db,
  viewer: ViewerId,
  filter: CompiledFilter & { readonly text: string },
  paging: Paging,
  start: PageStart,
  plan: SearchPlan,
): Promise<NewestPage | undefined> {
  const isShort = await isShortEnough(db, filter, plan);
  if (isShort === undefined) return undefined;
  const skip = (paging.page - 1) * paging.limit;
  const begin = isShort ? { anchor: undefined, skip } : start;
  const found = await findIds(db, viewer, filter, paging, begin, isShort ? undefined : plan.share);
  if (found === undefined) return undefined;
  const ids = found.slice(begin.skip, begin.skip + paging.limit);
  const { rows: page } = await entriesById(viewer, ids).execute(db);
  return { page, counted: isShort ? found.length : undefined };
}

/** How many there are of what `readThroughTime` reads, up to `most`: no more is looked into than that takes. */
export async function countThroughTime(
  db: Db,
  viewer: ViewerId,
  filter: CompiledFilter & { readonly text: string },
  plan: SearchPlan,
  most: number,
): Promise<number | undefined> {
  const isShort = await isShortEnough(db, filter, plan);
  if (isShort === undefined) return undefined;
  const paging = { page: 1, limit: most, sort: LIST_SORT };
  const start = { anchor: undefined, skip: 0 };
  const found = await findIds(db, viewer, filter, paging, start, isShort ? undefined : plan.share, most);
  return found && Math.min(found.length, most);
}

/** Whether a list is read to its end, or through its newest items alone; undefined where the index of words has to be asked. */
async function isShortEnough(db: Db, filter: CompiledFilter, plan: SearchPlan): Promise<boolean | undefined> {
  if (plan.hits < TOTAL_CAP) return undefined;
  const least = Math.ceil(TOTAL_CAP / plan.share);
  const length = await lengthOf(db, filter, least > MAX_COUNTED ? MAX_LOOKED_AT + 1 : least);
  const isShort = length <= MAX_LOOKED_AT;
  return !isShort && length < least ? undefined : isShort;
}

/** How many items a list has that is cut to less than all of a person's, up to `most`; of all there are enough. */
async function lengthOf(db: Db, { where, isNarrowed }: CompiledFilter, most: number): Promise<number> {
  if (!isNarrowed) return Number.POSITIVE_INFINITY;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from activity_user au where ${where} limit ${atMost(most)}) counted`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Ids of what is found behind the start until the page is full, or without a share all, up to `most`; undefined where that is too far away. */
async function findIds(
  db: Db,
  viewer: ViewerId,
  filter: CompiledFilter & { readonly text: string },
  paging: Paging,
  start: PageStart,
  share: number | undefined,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly number[] | undefined> {
  const wanted = share === undefined ? most : start.skip + paging.limit;
  const found: number[] = [];
  let { anchor } = start;
  for (let looked = 0; found.length < wanted;) {
    const missing = wanted - found.length;
    const likely = looked === 0 ? (share ?? 1) : found.length / looked;
    if (share !== undefined && missing > (MAX_LOOKED_AT - looked) * likely) return undefined;
    const size = Math.min(Math.max(Math.ceil((missing / likely) * 1.3), MIN_AT_ONCE), MAX_AT_ONCE);
    const window = await readWindow(db, viewer, filter, paging, anchor, size);
    found.push(...window.ids);
    looked += window.looked;
    if (window.last === null || window.looked < size) break;
    anchor = window.last;
  }
  return found;
}

async function readWindow(
  db: Db,
  { userId }: ViewerId,
  { where, text }: CompiledFilter & { readonly text: string },
  paging: Paging,
  anchor: Anchor | undefined,
  size: number,
): Promise<Window> {
  const order = byTime(paging);
  const { rows } = await sql<Window>`
    with looked as materialized (
      select au.activity_id, au.ts, row_number() over () as place from (
        select au.activity_id, au.ts from activity_user au
        where ${where} ${behindAnchor(paging, anchor)} order by au.ts ${order}, au.activity_id ${order} limit ${atMost(size)}
      ) au
    ), hit as materialized (
      select search_among(${userId}, to_tsquery('kontor', ${text}), array(select activity_id from looked)) as id
    )
    select coalesce((select json_agg(looked.activity_id order by looked.place) from looked join hit on hit.id = looked.activity_id), '[]') as ids,
      (select count(*) from looked) as looked,
      (select json_build_object('ts', ts::text, 'id', activity_id) from looked order by place desc limit 1) as last`.execute(
    db,
  );
  return rows[0] ?? { ids: [], looked: 0, last: null };
}
