import { sql } from 'kysely';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { searchWords } from '../rules.ts';
import '../tables.ts';

/** A text vector holds 1 MB at most. */
const MAX_CHARACTERS = 200_000;

/** What somebody wrote about an item. `boxId`: the box in which that person had the item; null if it is not known. */
export interface Note {
  readonly userId: number;
  readonly boxId: number | null;
  readonly text: string;
}

/**
 * Has an item found by what is said about it, in place of what was said before, by those who see it. As long as somebody sees it who is not told of
 * all of that (`isToldOf`), nobody finds it by that.
 */
export async function putNotes(ctx: ChangeContext, activityId: number, notes: readonly Note[]): Promise<void> {
  const text = notes.map((note) => note.text).join('\n');
  const words = searchWords(text.slice(0, MAX_CHARACTERS));
  await sql`insert into activity_note (instance_id, activity_id, user_ids, box_ids, tsv)
    values (${ctx.instance.id}, ${activityId}, ${notes.map(({ userId }) => userId)}::int[], ${notes.map(({ boxId }) => boxId)}::int[],
      setweight(to_tsvector('kontor', ${words}), 'D'))
    on conflict (instance_id, activity_id) do update
      set tsv = excluded.tsv, user_ids = excluded.user_ids, box_ids = excluded.box_ids`.execute(ctx.db);
  await putTold(ctx, [activityId]);
}

interface Put {
  readonly activity_id: number;
}
const idsOf = (rows: readonly Put[]): readonly number[] => rows.map((row) => row.activity_id);

/**
 * Makes items found by their notes, or not found by them, after other people than before are told of these. Returns the ids of the items
 * that are found otherwise now.
 */
export async function putTold(ctx: ChangeContext, activityIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<Put>`select put_told(${[...activityIds]}::bigint[]) as activity_id`.execute(ctx.db);
  return idsOf(rows);
}

/** The same for all items that people are no longer told of, or tell of, who have left a box. */
export async function putToldIn(
  ctx: ChangeContext,
  boxId: number,
  leftIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<Put>`select put_told_in(${boxId}, ${[...leftIds]}::int[]) as activity_id`.execute(ctx.db);
  return idsOf(rows);
}
