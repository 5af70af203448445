import { TOTAL_CAP, type Paging } from '@kontor/contract/kernel';
import { sql } from 'kysely';
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
const FEWEST_AT_ONCE = 200;
const MOST_AT_ONCE = 2000;
/** So many are looked at before the index of words is asked after all. */
const MOST_LOOKED_AT = 5000;

interface Window {
  readonly ids: readonly number[];
  /** How many were looked at, and the last of them. */
  readonly looked: number;
  readonly last: Anchor | null;
}

/**
 * A page of a search for what most items have: those items are read by time and looked into, newest first, until the page is full, and
 * the rest of the hits is neither known nor counted. Undefined where the words are not that frequent, or not among the newest.
 */
export async function readThroughTime(
  db: Db,
  viewer: ViewerId,
  filter: CompiledFilter & { readonly text: string },
  paging: Paging,
  start: PageStart,
  plan: SearchPlan,
): Promise<readonly PageRow[] | undefined> {
  if (plan.hits < TOTAL_CAP) return undefined;
  const wanted = start.skip + paging.limit;
  const found: number[] = [];
  let { anchor } = start;
  for (let looked = 0; found.length < wanted;) {
    const share = looked === 0 ? plan.share : found.length / looked;
    const missing = wanted - found.length;
    if (missing > (MOST_LOOKED_AT - looked) * share) return undefined;
    const size = Math.min(Math.max(Math.ceil((missing / share) * 1.3), FEWEST_AT_ONCE), MOST_AT_ONCE);
    const window = await readWindow(db, viewer, filter, paging, anchor, size);
    found.push(...window.ids);
    looked += window.looked;
    if (window.last === null || window.looked < size) break;
    anchor = window.last;
  }
  const page = found.slice(start.skip, wanted);
  return (await entriesById(viewer, page).execute(db)).rows;
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
        where ${where} ${behindAnchor(paging, anchor)} order by au.ts ${order}, au.activity_id ${order} limit ${size}
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
