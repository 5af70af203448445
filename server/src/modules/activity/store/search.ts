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

/** Writes what an item is found by, and by whom, in place of what was written before. */
export async function putSearch(
  ctx: ChangeContext,
  item: {
    readonly activityId: number;
    readonly ts: Date;
    readonly module: number;
    readonly viewerIds: readonly number[];
    readonly search: SearchTexts;
  },
): Promise<void> {
  const { title, people, body } = item.search;
  await sql`select put_search(${item.activityId}, ${item.ts}::timestamptz, ${item.module}, ${[...item.viewerIds]}::int[],
    ${searchWords(title)}, ${searchWords(people)}, ${searchWords(body.slice(0, MOST_SEARCH_CHARACTERS))})`.execute(
    ctx.db,
  );
}

/** Writes anew who may find these items, after others see them than did. */
export async function putSearchViewers(ctx: ChangeContext, activityIds: readonly number[]): Promise<void> {
  await sql`select put_search_viewers(${[...activityIds]}::bigint[])`.execute(ctx.db);
}
