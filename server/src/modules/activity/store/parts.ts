import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { searchWords } from '../rules.ts';

/** A part of an item that not everybody sees who sees the item: segment 0 all do, any other those whose it is, and `ownerId`, who sees all. */
export interface PartOf {
  readonly activityId: number;
  readonly segmentId: number;
  readonly ownerId: number;
}

/** Something that was said in a part: texts of a part have numbers without a gap. */
export interface PartText {
  readonly no: number;
  /** Name of who has said it. */
  readonly by: string;
  /** Without HTML. */
  readonly words: string;
}

/** Texts of a part from one number on. */
export interface PartRange {
  readonly first_no: number;
  readonly texts: number;
}

const column = <T>(texts: readonly PartText[], value: (text: PartText) => T): T[] => texts.map(value);

/** Has texts of a part, which follow each other and those that are found already, found by those who see it. */
export async function putPartTexts(
  db: Db,
  { activityId, segmentId, ownerId }: PartOf,
  texts: readonly PartText[],
): Promise<void> {
  if (texts.length === 0) return;
  await sql`select put_part_texts(${activityId}, ${segmentId}, ${ownerId}, ${column(texts, ({ no }) => no)}::int[],
    ${column(texts, ({ by }) => searchWords(by))}::text[], ${column(texts, ({ words }) => searchWords(words))}::text[])`.execute(
    db,
  );
}

/** Forgets what a text says, and some beside it. Returns which these are; undefined where it was found by nobody. */
export async function dropPart(db: Db, { activityId, segmentId }: PartOf, no: number): Promise<PartRange | undefined> {
  const { rows } =
    await sql<PartRange>`select first_no, texts from drop_part(${activityId}, ${segmentId}, ${no})`.execute(db);
  return rows[0];
}

/** Brings what the parts of an item are found by together with their own words to what the item says now. */
export async function putPartHeads(db: Db, activityId: number): Promise<void> {
  await sql`select put_part_heads(${activityId})`.execute(db);
}

/** Where in a part a query may be, before a text, the last ones first. */
export async function searchPart(
  db: Db,
  userId: number,
  { activityId, segmentId }: Pick<PartOf, 'activityId' | 'segmentId'>,
  query: string,
  { before, most }: { readonly before: number; readonly most: number },
): Promise<readonly PartRange[]> {
  const { rows } = await sql<PartRange>`select first_no, texts
    from search_part(${userId}, to_tsquery('kontor', ${query}), ${activityId}, ${segmentId}, ${before}, ${most})`.execute(
    db,
  );
  return rows;
}

/** Those of some texts that a query is in, by their numbers. */
export async function textsWith(db: Db, query: string, texts: readonly PartText[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ no: number }>`
    select t.no from unnest(${column(texts, ({ no }) => no)}::int[], ${column(texts, ({ by }) => searchWords(by))}::text[],
      ${column(texts, ({ words }) => searchWords(words))}::text[]) as t (no, by, words)
    where (setweight(to_tsvector('kontor', t.by), 'B') || setweight(to_tsvector('kontor', t.words), 'D')) @@ to_tsquery('kontor', ${query})`.execute(
    db,
  );
  return new Set(rows.map(({ no }) => no));
}

/** Texts of an item that have the most of some words. */
export interface FoundPart extends PartRange {
  readonly activity_id: number;
  readonly segment_id: number;
}

/** Where items have the most of some words, which are as the index has them, in parts that a person sees; one place an item. */
export async function partsWith(
  db: Db,
  userId: number,
  activityIds: readonly number[],
  words: readonly string[],
): Promise<readonly FoundPart[]> {
  const { rows } = await sql<FoundPart>`select activity_id, segment_id, first_no, texts
    from parts_with(${userId}, ${[...words]}::text[], ${[...activityIds]}::bigint[])`.execute(db);
  return rows;
}

/** Texts of segment 0 of an item that somebody reads: from one number on, and as far as one; null for all that will come. */
export interface TextsRead {
  readonly from: number;
  readonly until: number | null;
}

/** Notes which texts of an item people read who see it: those alone are found by them. */
export async function setTextsRead(
  db: Db,
  instanceId: number,
  activityId: number,
  userIds: readonly number[],
  { from, until }: TextsRead,
): Promise<void> {
  await sql`update activity_user set part_from = ${from === 0 ? null : from}, part_until = ${until}
    where instance_id = ${instanceId} and activity_id = ${activityId} and user_id = any(${[...userIds]}::int[])`.execute(
    db,
  );
}
