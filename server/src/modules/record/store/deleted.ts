import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import { withoutUnseenIn } from '../../../platform/db/unseen.ts';

/** A record that was deleted. */
export interface DeletedRow {
  readonly record_id: number;
  readonly kind_id: number;
  readonly title: string;
  readonly subtitle: string;
  /** Milliseconds since 1970. */
  readonly deleted_at: number;
  /** Null where nothing is known of who it was. */
  readonly by_user: number | null;
}

/** A text as `folded` makes it. */
const folded = (text: RawBuilder<unknown>) =>
  sql`replace(lower(regexp_replace(normalize(${withoutUnseenIn(text)}, NFKD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss')`;

/** Which deleted records. */
export interface DeletedQuery {
  readonly kindIds: readonly number[];
  /** Milliseconds since 1970: those that were deleted before are left out. */
  readonly since: number;
  /** As `folded` makes them: each is in what the record is called, or all of them are its number. */
  readonly words: readonly string[];
  readonly skip: number;
  readonly most: number;
}

/** Some of the deleted records that have become part of no other, the one that was deleted last first, and how many there are. */
export async function readDeleted(
  db: Db,
  instanceId: number,
  { kindIds, since, words, skip, most }: DeletedQuery,
): Promise<{ readonly count: number; readonly rows: readonly DeletedRow[] }> {
  const from = sql`from record r
    where r.instance_id = ${instanceId} and r.kind_id = any(${[...kindIds]}::int[]) and r.deleted_at >= ${since}
      and not exists (select from record_merge_gone g join record_merge m on m.instance_id = g.instance_id and m.merge_id = g.merge_id
        where g.instance_id = r.instance_id and g.record_id = r.record_id and m.parted_at is null)
      and (r.record_id::text = ${words.join(' ')} or not exists (select from unnest(${[...words]}::text[]) w
        where strpos(${folded(sql`r.title || ' ' || r.subtitle`)}, w) = 0))`;
  const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db);
  const count = counted.rows[0]?.count ?? 0;
  if (count <= skip) return { count, rows: [] };
  const { rows } = await sql<DeletedRow>`with shown as (
      select r.instance_id, r.record_id, r.kind_id, r.title, r.subtitle, r.deleted_at ${from}
      order by r.deleted_at desc, r.record_id desc limit ${atMost(most, skip)})
    select s.record_id, s.kind_id, s.title, s.subtitle, s.deleted_at, (select c.by_user from record_change c
        where c.instance_id = s.instance_id and c.record_id = s.record_id and c.at = s.deleted_at
        order by c.change_id desc limit 1) as by_user
    from shown s order by s.deleted_at desc, s.record_id desc`.execute(db);
  return { count, rows };
}
