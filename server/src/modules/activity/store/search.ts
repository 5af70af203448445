import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { searchWords } from '../rules.ts';

/** What an item is found by; `body` is cut to what an index row can hold. */
export interface SearchTexts extends SearchHead {
  readonly body: string;
  /** Whether it has files; their text is searched as well, see `ItemKindHooks.files`. */
  readonly hasFiles?: boolean;
}

/** The same without the body: what is always known of an item. */
export interface SearchHead {
  readonly title: string;
  readonly senders: string;
  readonly receivers: string;
}

/** A text vector holds 1 MB at most, and nobody searches the end of a book. */
const MAX_SEARCH_CHARACTERS = 200_000;

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
  await sql`select put_search(i.id, i.ts, i.module, i.viewers::int[], i.title, i.senders, i.receivers, i.body)
    from unnest(${column((it) => it.activityId)}::bigint[], ${column((it) => it.ts)}::timestamptz[], ${column((it) => it.module)}::int[],
      ${column((it) => `{${it.viewerIds.join()}}`)}::text[], ${column((it) => searchWords(it.search.title))}::text[],
      ${column((it) => searchWords(it.search.senders))}::text[], ${column((it) => searchWords(it.search.receivers))}::text[],
      ${column((it) => searchWords(it.search.body.slice(0, MAX_SEARCH_CHARACTERS)))}::text[])
      as i (id, ts, module, viewers, title, senders, receivers, body)`.execute(ctx.db);
}

/** Writes anew who may find these items, after others see them than did. */
export async function putSearchViewers(ctx: ChangeContext, activityIds: readonly number[]): Promise<void> {
  await sql`select put_search_viewers(${[...activityIds]}::bigint[])`.execute(ctx.db);
}

interface OldSearch {
  readonly activity_id: number;
  readonly module: number;
  readonly contact: string;
  readonly information: string;
}

/** Items that are still found by the index's earlier form, newest first, in the order in which they are locked. */
export async function oldSearches(db: Db, instanceId: number, most: number): Promise<readonly OldSearch[]> {
  const { rows } = await sql<OldSearch>`
    select a.activity_id, a.module, a.contact, a.information from old_searches(${most}) as old (id)
    join activity a on a.instance_id = ${instanceId} and a.activity_id = old.id order by a.activity_id`.execute(db);
  return rows;
}

/** Brings what items are found by to the index's form of today. */
export async function renewSearches(
  ctx: ChangeContext,
  items: readonly { readonly activityId: number; readonly head: SearchHead }[],
): Promise<void> {
  const column = (value: (head: SearchHead) => string) => items.map(({ head }) => searchWords(value(head)));
  await sql`select renew_search(i.id, i.title, i.senders, i.receivers)
    from unnest(${items.map((it) => it.activityId)}::bigint[], ${column((it) => it.title)}::text[],
      ${column((it) => it.senders)}::text[], ${column((it) => it.receivers)}::text[]) as i (id, title, senders, receivers)`.execute(
    ctx.db,
  );
}
