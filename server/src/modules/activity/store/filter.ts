import { parseSearch, resolveDateFilter, searchBounds, type Search, type TimeRange } from '@kontor/contract/activity';
import { kindNumber } from '@kontor/contract/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { timeZoneOf } from '../../account/index.ts';
import type { ItemSource, ResolvedFilter } from '../filter.ts';
import { searchQuery } from '../rules.ts';
import { isBeside, isSharedBeside } from './beside.ts';
import { searchTerms } from './search-terms.ts';

export interface CompiledFilter {
  /** Rows of `activity_user` as `au` that belong to the list; with a search, as found by it. */
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** The same without a look at what the rows say: all that the person sees of it, what is in the trash with it. */
  readonly seen: RawBuilder<unknown>;
  /** By what it is ordered: the items' times in the person's lists, or those of its source. */
  readonly ts: RawBuilder<unknown>;
  readonly source: ItemSource | undefined;
  /** The text query, where text is asked for; such a search reads all its hits anyway, and counts them on the way. */
  readonly text: string | undefined;
  /** The items that the text query finds, newest first, where all of them are asked for that are not in the trash. */
  readonly allFound: RawBuilder<unknown> | undefined;
  /** Whether less than everything that the person has is asked for, but for the text. */
  readonly isNarrowed: boolean;
}

const dateOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));

/** What lies within all of these ranges. */
function within(ranges: readonly TimeRange[]): { readonly since: Date | null; readonly before: Date | null } {
  const given = (bounds: (number | null)[]) => bounds.filter((bound) => bound !== null);
  const [froms, befores] = [given(ranges.map(({ from }) => from)), given(ranges.map(({ before }) => before))];
  return {
    since: dateOf(froms.length === 0 ? null : Math.max(...froms)),
    before: dateOf(befores.length === 0 ? null : Math.min(...befores)),
  };
}

/** The items that a text query finds, newest first, as far as the index of words knows what is asked for. */
function foundBy(
  query: string | undefined,
  userId: number,
  modules: readonly number[],
  { since, before }: ReturnType<typeof within>,
  source: ItemSource | undefined,
): RawBuilder<unknown> | undefined {
  if (query === undefined) return undefined;
  const kinds = sql`${modules.length === 0 ? null : [...modules]}::int[]`;
  if (source !== undefined) return source.found(query, { userId, modules: kinds, since, before, most: SEARCH_CAP });
  return sql`search_items(${userId}, to_tsquery('kontor', ${query}), ${kinds},
    ${since}::timestamptz, ${before}::timestamptz, ${SEARCH_CAP})`;
}

/** Open lists are without what is put off, unless that is asked for. What is deleted is not; of all else the index for what is open knows it. */
function snoozeTerms(
  { snoozed, withSnoozed, view }: ResolvedFilter,
  inTrash: boolean,
  searches: readonly Search[],
): readonly RawBuilder<unknown>[] {
  if (snoozed) return [sql`au.snoozed_until is not null`];
  const findsSnoozed = withSnoozed === true || searches.some(({ is }) => is.includes('snoozed'));
  return view === 'open' && !inTrash && !findsSnoozed ? [sql`au.snoozed_until is null`] : [];
}

/** What a kind of item asks for of its own list. */
const ownTerms = ({ only }: ResolvedFilter): readonly RawBuilder<unknown>[] => (only === undefined ? [] : [only.where]);

function moduleTerms(modules: readonly number[]): RawBuilder<unknown>[] {
  if (modules.length === 0) return [];
  return modules.length === 1 ? [sql`au.module = ${modules[0]}`] : [sql`au.module = any(${[...modules]}::smallint[])`];
}

const timeTerms = (ts: RawBuilder<unknown>, { since, before }: ReturnType<typeof within>): RawBuilder<unknown>[] => [
  ...(since === null ? [] : [sql`${ts} >= ${since}`]),
  ...(before === null ? [] : [sql`${ts} < ${before}`]),
];

/** All rows of a person, or those of some items, as `h`. */
const fromOf = (items: RawBuilder<unknown> | undefined, instanceId: number, userId: number): RawBuilder<unknown> =>
  items === undefined
    ? sql`activity_user au`
    : sql`${items} h
      join activity_user au on au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = h.activity_id`;

/** The SQL of a filter. What may be left out is left out, so that each list gets the index that was made for it. */
export function compileFilter({ instance, person, now }: QueryContext, filter: ResolvedFilter): CompiledFilter {
  const zone = timeZoneOf(instance);
  const { dateFilter, source } = filter;
  const ownZone = (typeof dateFilter === 'object' ? dateFilter.timeZone : undefined) ?? zone;
  const searches = [filter.searchTerm, filter.hiddenSearchTerm].map((text) =>
    parseSearch(text, { now: now(), timeZone: ownZone, records: person.rights.idoList }),
  );
  const { since, before } = within([
    resolveDateFilter(dateFilter, now(), zone),
    ...searches.map(({ range }) => searchBounds(range, ownZone)),
  ]);
  const inTrash = filter.trash || searches.some(({ is }) => is.includes('trashed'));
  const modules = filter.modules.map(kindNumber);
  const ts = source === undefined ? sql`au.ts` : sql`h.ts`;
  const terms: RawBuilder<unknown>[] = [
    sql`au.instance_id = ${instance.id}`,
    sql`au.user_id = ${person.id}`,
    inTrash ? sql`au.trashed` : sql`not au.trashed`,
  ];
  const whole = terms.length;
  terms.push(...moduleTerms(modules), ...timeTerms(ts, { since, before }));
  const keptByIndex = terms.length;
  // The condition of the index for what is open, whichever of its states are asked for.
  if (filter.view === 'open') {
    terms.push(sql`au.status < 3`);
    if (filter.open.length === 1) terms.push(sql`au.status = ${filter.open[0]}`);
  }
  terms.push(...snoozeTerms(filter, inTrash, searches));
  if (filter.view === 'mine') terms.push(sql`au.mine`);
  if (filter.boxIds.length > 0) terms.push(sql`au.box_id = any(${[...filter.boxIds]}::int[])`);
  if (filter.direction !== 'bidirectional') terms.push(sql`au.direction = ${filter.direction === 'incoming' ? 0 : 1}`);
  if (!filter.archived) terms.push(sql`not au.archived`);
  if (!filter.globalized) {
    terms.push(sql`not ${isSharedBeside(sql`au`)}`);
  }
  if (filter.userFilter.length > 0) {
    terms.push(sql`exists (select from activity_user x where x.instance_id = au.instance_id and x.activity_id = au.activity_id
      and x.user_id = any(${[...filter.userFilter]}::int[]) and ${isBeside(sql`au`, sql`x`)})`);
  }
  terms.push(...ownTerms(filter), ...searches.flatMap(searchTerms));
  const query = searchQuery(...searches);
  const found = foundBy(query, person.id, modules, { since, before }, source);
  // Kinds and times the index of words knows itself.
  const allFound = inTrash || source !== undefined || terms.length > keptByIndex ? undefined : found;
  return {
    from: fromOf(found ?? source?.items, instance.id, person.id),
    where: sql.join(terms, sql` and `),
    seen: sql`au.instance_id = ${instance.id} and au.user_id = ${person.id}`,
    ts,
    source,
    text: query,
    allFound,
    isNarrowed: inTrash || terms.length > whole,
  };
}

/** Newest hits that a search looks at. */
const SEARCH_CAP = 10_001;
