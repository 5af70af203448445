import { sql } from 'kysely';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { searchWords } from '../rules.ts';
import '../tables.ts';

/** A text vector holds 1 MB at most. */
const MOST_CHARACTERS = 200_000;

/** Has an item found by what is said about it, in place of what was said before, by those who see it. */
export async function putNotes(ctx: ChangeContext, activityId: number, text: string): Promise<void> {
  const words = searchWords(text.slice(0, MOST_CHARACTERS));
  await sql`insert into activity_note (instance_id, activity_id, tsv)
    values (${ctx.instance.id}, ${activityId}, setweight(to_tsvector('kontor', ${words}), 'D'))
    on conflict (instance_id, activity_id) do update set tsv = excluded.tsv`.execute(ctx.db);
  await sql`select put_texts(${activityId})`.execute(ctx.db);
}
