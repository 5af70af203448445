import { PAGE_SIZE } from '@kontor/contract/kernel';
import type { EntryRow } from '@kontor/contract/activity';
import type { StaleLists } from './stale-lists.ts';
import { rowKey, type EntityStore } from './entity-store.ts';
import type { ListStore } from './list-store.ts';

/** Rows that one answer holds at most. */
export const MAX_ROWS = PAGE_SIZE * 10;

/** What a list's answer is put into. */
export interface ListParts {
  readonly store: EntityStore;
  readonly lists: ListStore;
  readonly staleLists: StaleLists;
}

/** One answer to a list: the rows of a page, and how many there are in all. */
export interface ListAnswer {
  readonly rows: readonly EntryRow[];
  readonly total: number;
}

/** Asks for rows of a list: the page of that many rows, counted from 1. */
export type AskRows<A extends ListAnswer> = (page: number, limit: number) => Promise<A>;

/** Loads the beginning of a list that is open, as far as it was loaded before. Returns what the server said. */
export async function takeTop<A extends ListAnswer>(parts: ListParts, id: string, ask: AskRows<A>): Promise<A> {
  const { staleLists, lists, store } = parts;
  const limit = lists.reloadLimit(id, MAX_ROWS);
  const [sentAt, mark] = [store.tick(), staleLists.mark()];
  const answer = await ask(1, limit);
  const sure = !staleLists.judge(id, mark);
  store.tx(() => {
    store.put(answer.rows, sentAt);
    lists.putTop(id, answer.rows.map(rowKey), answer.total, limit, sure);
  });
  return answer;
}

/** Loads one more page of a list, of that many rows. */
export async function takePage<A extends ListAnswer>(
  parts: ListParts,
  id: string,
  ask: AskRows<A>,
  size = PAGE_SIZE,
): Promise<A> {
  const { staleLists, lists, store } = parts;
  const page = lists.nextPage(id, size);
  const [sentAt, mark] = [store.tick(), staleLists.mark()];
  const answer = await ask(page, size);
  const sure = !staleLists.judge(id, mark);
  store.tx(() => {
    store.put(answer.rows, sentAt);
    // Something has come or gone between two pages.
    if (!lists.putPage(id, page, answer.rows.map(rowKey), answer.total, size) && sure) staleLists.raise(id);
  });
  return answer;
}
