import { ENTRY_COLUMNS, entryOfRow, timeFrameBounds, type EntryRow, type ListParams } from '@kontor/contract/activity';
import { TOTAL_CAP, kindOf, type ItemKindName, type Paging } from '@kontor/contract/kernel';
import { ListAnswer } from '../../platform/operation/manifest.ts';
import type { QueryContext } from '../../platform/operation/context.ts';
import { requireRight, timeZoneOf } from '../account/index.ts';
import { Anchors } from '../../platform/anchors.ts';
import type { Anchor } from './anchors.ts';
import { listFilter, resolveGroups, type ListFilter } from './filter.ts';
import type { ItemKinds } from './item-kind-hooks.ts';
import { explain } from './explain.ts';
import { compileFilter, type CompiledFilter } from './store/filter.ts';
import { countRows, readPage, sortsByTime, type PageRow } from './store/lists.ts';
import { planSearch, readThroughTime } from './store/windows.ts';
import { toEntryRow } from './views.ts';

/** Reads lists. Every module's list is this one with another filter. */
export type ListReader = (ctx: QueryContext, filter: ListFilter, paging: Paging) => Promise<ListAnswer>;

/** A page as it was read, and how many rows its list has as far as that was learnt on the way. */
interface ReadPage {
  readonly page: readonly PageRow[];
  readonly counted: number | undefined;
  /** The words that were searched for, as the index has them. */
  readonly words: readonly string[];
}

/** Returns the list of a kind's items, as `itemsQuery` declares it. Throws RIGHT_MISSING if the person sees none of the kind. */
export const itemsOf =
  (list: ListReader, kind: ItemKindName) =>
  (ctx: QueryContext, params: ListParams, paging: Paging): Promise<ListAnswer> => {
    const right = kindOf(kind).rights.list;
    if (right !== undefined) requireRight(ctx, right.name);
    return list(ctx, listFilter(params, [kind]), paging);
  };

/** Makes the reader; `itemKinds` is asked only when it reads, so that modules may register after it was made. */
export function createListReader(itemKinds: () => ItemKinds, now: () => number): ListReader {
  const anchors = new Anchors<Anchor>(now);
  return async (ctx, params, paging) => {
    const filter = await resolveGroups(ctx, params);
    const compiled = compileFilter(ctx, filter);
    const key = JSON.stringify([ctx.instance.id, ctx.person.id, filter, paging.limit, paging.sort]);
    const { page, counted, words } = await read(ctx, compiled, paging, key);
    const last = page.at(-1);
    if (last !== undefined && sortsByTime(paging))
      anchors.remember(key, paging.page, { ts: last.ts_text, id: last.activity_id });
    const isWhole = page.length < paging.limit && (page.length > 0 || paging.page === 1);
    const totalCount = isWhole
      ? (paging.page - 1) * paging.limit + page.length
      : Math.min(TOTAL_CAP, counted ?? (await countRows(ctx.db, compiled)));
    const rows = await forPerson(ctx, itemKinds(), page.map(toEntryRow));
    return new ListAnswer({
      columns: ENTRY_COLUMNS,
      rows: rows.map((row) => ENTRY_COLUMNS.map((name) => row[name])),
      totalCount,
      long: () => longForm(ctx, itemKinds(), rows),
      matches: await explain(ctx, itemKinds(), rows, words),
    });
  };

  async function read(ctx: QueryContext, compiled: CompiledFilter, paging: Paging, key: string): Promise<ReadPage> {
    const { db } = ctx;
    const viewer = { instanceId: ctx.instance.id, userId: ctx.person.id };
    const start = anchors.before(key, paging.page, paging.limit);
    const { text } = compiled;
    if (text === undefined) {
      const page = await readPage(db, viewer, compiled, paging, start);
      return { page, counted: page[0]?.total ?? undefined, words: [] };
    }
    const plan = await planSearch(db, viewer, text);
    const { words } = plan;
    const newest =
      sortsByTime(paging) && compiled.source === undefined
        ? await readThroughTime(db, viewer, { ...compiled, text }, paging, start, plan)
        : undefined;
    if (newest !== undefined) {
      const { page, counted = page.length === 0 ? undefined : TOTAL_CAP } = newest;
      return { page, counted, words };
    }
    const skip = (paging.page - 1) * paging.limit;
    const page = await readPage(db, viewer, compiled, paging, { anchor: undefined, skip });
    return { page, counted: page[0]?.total ?? undefined, words };
  }
}

/** Entries as the person who asks sees them. */
async function forPerson(
  ctx: QueryContext,
  itemKinds: ItemKinds,
  rows: readonly EntryRow[],
): Promise<readonly EntryRow[]> {
  const more = new Map<EntryRow, Pick<EntryRow, 'extras'>>();
  const byKind = [...Map.groupBy(rows, (row) => row.moduleName)];
  const found = await Promise.all(
    byKind.map(async ([module, own]) => {
      const itemKind = itemKinds.get(module);
      const [personal, additional] = await Promise.all([
        itemKind?.rowsFor?.(ctx, own),
        itemKind?.extrasFor?.(ctx, own),
      ]);
      return { own, personal, additional };
    }),
  );
  for (const { own, personal, additional } of found) {
    for (const row of own) {
      const extras = additional?.get(row.entryId);
      const changed = personal?.get(row.entryId) ?? (extras === undefined ? undefined : { extras });
      if (changed !== undefined) more.set(row, changed);
    }
  }
  if (more.size === 0) return rows;
  return rows.map((row) => {
    const changed = more.get(row);
    return changed === undefined ? row : { ...row, ...changed, extras: { ...row.extras, ...changed.extras } };
  });
}

function longForm(ctx: QueryContext, itemKinds: ItemKinds, rows: readonly EntryRow[]) {
  const bounds = timeFrameBounds(ctx.now(), timeZoneOf(ctx.instance));
  return rows.map((row) => {
    const extras = itemKinds.get(row.moduleName)?.extras(row.extras) ?? row.extras;
    return entryOfRow({ ...row, extras }, ctx.person.id, bounds);
  });
}
