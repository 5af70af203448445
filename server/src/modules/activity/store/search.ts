import { sql } from 'kysely';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { searchWords } from '../rules.ts';

/** What an item is found by; `body` is cut to what an index row can hold. */
export interface SearchTexts {
  readonly title: string;
  readonly people: string;
  readonly body: string;
}

/** A text vector holds 1 MB at most, and nobody searches the end of a book. */
const MOST_SEARCH_CHARACTERS = 200_000;

interface Searched {
  readonly activityId: number;
  readonly ts: Date;
  readonly module: number;
  readonly viewerIds: readonly number[];
  readonly search: SearchTexts;
}

/** Writes what an item is found by, and by whom, in place of what was written before. */
export const putSearch = (ctx: ChangeContext, item: Searched): Promise<void> => putSearches(ctx, [item]);

/** The same for many items. */
export async function putSearches(ctx: ChangeContext, items: readonly Searched[]): Promise<void> {
  const column = <T>(value: (item: Searched) => T) => items.map(value);
  await sql`select put_search(i.id, i.ts, i.module, i.viewers::int[], i.title, i.people, i.body)
    from unnest(${column((it) => it.activityId)}::bigint[], ${column((it) => it.ts)}::timestamptz[], ${column((it) => it.module)}::int[],
      ${column((it) => `{${it.viewerIds.join()}}`)}::text[], ${column((it) => searchWords(it.search.title))}::text[],
      ${column((it) => searchWords(it.search.people))}::text[],
      ${column((it) => searchWords(it.search.body.slice(0, MOST_SEARCH_CHARACTERS)))}::text[])
      as i (id, ts, module, viewers, title, people, body)`.execute(ctx.db);
}

/** Writes anew who may find these items, after others see them than did. */
export async function putSearchViewers(ctx: ChangeContext, activityIds: readonly number[]): Promise<void> {
  await sql`select put_search_viewers(${[...activityIds]}::bigint[])`.execute(ctx.db);
}
