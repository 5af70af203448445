import { resolveDateFilter } from '@kontor/contract/activity';
import { moduleNumber } from '@kontor/contract/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { timeZoneOf } from '../../account/index.ts';
import type { ListFilter } from '../filter.ts';
import { searchQuery } from '../rules.ts';

export interface CompiledFilter {
  /** Rows of `activity_user` as `au` that belong to the list; with a search, as found by it. */
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** A search reads all its hits anyway, and counts them on the way. */
  readonly counts: boolean;
}

/** The SQL of a filter. What may be left out is left out, so that each list gets the index that was made for it. */
export function compileFilter({ instance, person, now }: QueryContext, filter: ListFilter): CompiledFilter {
  const zone = timeZoneOf(instance);
  const range = resolveDateFilter(filter.dateFilter, now(), zone);
  const since = range.from === null ? null : new Date(range.from * 1000);
  const before = range.before === null ? null : new Date(range.before * 1000);
  const modules = filter.modules.map(moduleNumber);
  const terms: RawBuilder<unknown>[] = [
    sql`au.instance_id = ${instance.id}`,
    sql`au.user_id = ${person.id}`,
    filter.trash ? sql`au.trashed` : sql`not au.trashed`,
  ];
  if (modules.length === 1) terms.push(sql`au.module = ${modules[0]}`);
  if (modules.length > 1) terms.push(sql`au.module = any(${modules}::smallint[])`);
  // The condition of the index for what is open, whichever of its states are asked for.
  if (filter.view === 'open') {
    terms.push(sql`au.status < 3`);
    if (filter.open.length === 1) terms.push(sql`au.status = ${filter.open[0]}`);
  }
  if (filter.view === 'mine') terms.push(sql`au.mine`);
  if (since !== null) terms.push(sql`au.ts >= ${since}`);
  if (before !== null) terms.push(sql`au.ts < ${before}`);
  if (filter.boxIds.length > 0) terms.push(sql`au.box_id = any(${[...filter.boxIds]}::int[])`);
  if (filter.direction !== 'bidirectional') terms.push(sql`au.direction = ${filter.direction === 'incoming' ? 0 : 1}`);
  if (!filter.archived) terms.push(sql`not au.archived`);
  if (!filter.globalized) {
    terms.push(
      sql`not exists (select from activity x where x.instance_id = au.instance_id and x.activity_id = au.activity_id and x.is_shared)`,
    );
  }
  if (filter.userFilter.length > 0) {
    terms.push(sql`exists (select from activity_user x where x.instance_id = au.instance_id and x.activity_id = au.activity_id
      and x.user_id = any(${[...filter.userFilter]}::int[]))`);
  }
  const query = searchQuery(filter.searchTerm, filter.hiddenSearchTerm);
  const from =
    query === undefined
      ? sql`activity_user au`
      : sql`search_items(${person.id}, to_tsquery('kontor', ${query}), ${modules.length === 0 ? null : modules}::int[],
          ${since}::timestamptz, ${before}::timestamptz, ${SEARCH_CAP}) found
        join activity_user au on au.instance_id = ${instance.id} and au.user_id = ${person.id} and au.activity_id = found.activity_id`;
  return { from, where: sql.join(terms, sql` and `), counts: query !== undefined };
}

/** Newest hits that a search looks at. */
const SEARCH_CAP = 10_001;
