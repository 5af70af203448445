import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Rank } from './rank.ts';
import './tables.ts';

type Sql = RawBuilder<unknown>;

/** Whose cards: records of a kind, by the choices of a field. */
export interface Deck {
  readonly instanceId: number;
  readonly kindId: number;
  /** The field of the columns. */
  readonly key: string;
  readonly laneKey: string | null;
  /** Ids of the records that are shown, as a query; left out: all of the kind. */
  readonly among: Sql | undefined;
}

/** A column, of one lane where there are lanes; choices as cells have them. */
export interface PileOf {
  readonly column: string;
  readonly lane: string | null;
}

const ofDeck = ({ instanceId, kindId, key }: Deck): Sql =>
  sql`c.instance_id = ${instanceId} and c.kind_id = ${kindId} and c.key = ${key}`;

/**
 * What another row says of a card, by the key of the table alone: of a kind that has just been filled the planner knows nothing, and would read
 * all of the kind again for each of its cards.
 */
const ofCard = ({ instanceId }: Deck, row: Sql, key: string): Sql =>
  sql`${row}.instance_id = ${instanceId} and ${row}.record_id = c.record_id and ${row}.key = ${key}`;

/** What a query begins with that reads some of the records alone, and how it tells them. */
const withFound = ({ among }: Deck): Sql => (among === undefined ? sql`` : sql`with found as materialized (${among}) `);
const isAmong = ({ among }: Deck, id: Sql): Sql =>
  among === undefined ? sql`` : sql` and ${id} in (select record_id from found)`;

export interface PileCount extends PileOf {
  readonly count: number;
  /** As texts; null where no number stands. */
  readonly sums: readonly (string | null)[];
  /** One of its records. */
  readonly sample: number;
}

/** How many cards each pile has, and what the numbers of these fields come to. No record is read for it. */
export async function countPiles(db: Db, deck: Deck, sumKeys: readonly string[]): Promise<readonly PileCount[]> {
  const { laneKey } = deck;
  const numbers = sumKeys.map((key, index) => {
    const n = sql.ref(`n${index}`);
    return {
      join: sql` left join record_cell ${n} on ${ofCard(deck, n, key)}`,
      sum: sql`sum(${n}.number)::text`,
    };
  });
  const lane =
    laneKey === null
      ? { join: sql``, value: sql`null::text` }
      : {
          join: sql` join record_cell l on ${ofCard(deck, sql`l`, laneKey)}`,
          value: sql`l.value`,
        };
  const sums = numbers.length === 0 ? sql`array[]::text[]` : sql`array[${sql.join(numbers.map(({ sum }) => sum))}]`;
  const { rows } = await sql<PileCount>`${withFound(deck)}
    select c.value as column, ${lane.value} as lane, count(*)::int as count, ${sums} as sums, min(c.record_id) as sample
    from record_cell c${lane.join}${
      numbers.length === 0
        ? sql``
        : sql.join(
            numbers.map(({ join }) => join),
            sql``,
          )
    }
    where ${ofDeck(deck)}${isAmong(deck, sql`c.record_id`)}
    group by 1, 2`.execute(db);
  return rows;
}

export interface PlacedCard extends PileOf {
  readonly record_id: number;
}

/** The cards of piles in their order, so many of each behind so many. */
export const readPiles = (db: Db, deck: Deck, piles: readonly PileOf[], page: Page): Promise<readonly PlacedCard[]> =>
  deck.laneKey === null ? readColumns(db, deck, piles, page) : readLanes(db, deck, deck.laneKey, piles, page);

interface Page {
  readonly skip: number;
  readonly limit: number;
}

const namesOf = (piles: readonly PileOf[]): Sql =>
  sql`unnest(${piles.map(({ column }) => column)}::text[], ${piles.map(({ lane }) => lane)}::text[])
    with ordinality as w ("column", lane, n)`;

/**
 * Cards that nobody has moved stand in the order of their numbers, which is that of the index; those that were moved, in that of their own: the
 * two are read no further than to the page, and merged.
 */
async function readColumns(
  db: Db,
  deck: Deck,
  piles: readonly PileOf[],
  { skip, limit }: Page,
): Promise<readonly PlacedCard[]> {
  const { instanceId, kindId, key } = deck;
  const most = skip + limit;
  const { rows } = await sql<PlacedCard>`${withFound(deck)}
    select w.column, w.lane, x.record_id
    from ${namesOf(piles)}
    cross join lateral (
      select m.record_id, m.rank from (
        (select c.record_id, c.record_id::numeric as rank from record_cell c
          where ${ofDeck(deck)} and c.value = w.column and not exists (
            select from record_card p where p.instance_id = ${instanceId} and p.record_id = c.record_id and p.key = ${key}
              and p.value = c.value)${isAmong(deck, sql`c.record_id`)}
          order by c.record_id limit ${atMost(most)})
        union all
        (select p.record_id, p.rank from record_card p
          where p.instance_id = ${instanceId} and p.kind_id = ${kindId} and p.key = ${key} and p.value = w.column and exists (
            select from record_cell c where c.instance_id = ${instanceId} and c.record_id = p.record_id and c.key = ${key}
              and c.value = p.value)${isAmong(deck, sql`p.record_id`)}
          order by p.rank, p.record_id limit ${atMost(most)})
      ) m order by m.rank, m.record_id limit ${atMost(limit, skip)}
    ) x order by w.n, x.rank, x.record_id`.execute(db);
  return rows;
}

/**
 * No index has the cards of a lane in their order, and looking for them along that of a column reads it once for each lane: the columns are read
 * once, and dealt out.
 */
async function readLanes(
  db: Db,
  deck: Deck,
  laneKey: string,
  piles: readonly PileOf[],
  { skip, limit }: Page,
): Promise<readonly PlacedCard[]> {
  const { key } = deck;
  const columns = [...new Set(piles.map(({ column }) => column))];
  const { rows } = await sql<PlacedCard>`${withFound(deck)}
    select d.column, d.lane, d.record_id from (
      select c.value as "column", l.value as lane, c.record_id, row_number() over (
        partition by c.value, l.value order by coalesce(p.rank, c.record_id), c.record_id) as at
      from record_cell c
      join record_cell l on ${ofCard(deck, sql`l`, laneKey)}
      left join record_card p on ${ofCard(deck, sql`p`, key)} and p.value = c.value
      where ${ofDeck(deck)} and c.value = any(${columns}::text[])${isAmong(deck, sql`c.record_id`)}
    ) d join ${namesOf(piles)} on w.column = d.column and w.lane = d.lane
    where d.at > ${skip} and d.at <= ${skip + limit}
    order by w.n, d.at`.execute(db);
  return rows;
}

/** A column as cells have it. */
export interface ColumnOf {
  readonly instanceId: number;
  readonly kindId: number;
  readonly key: string;
  readonly value: string;
}

interface CardPosition {
  readonly record_id: number;
  readonly rank: Rank;
}

const CARD_LOCK = 7_340_127;

/** Cards of a kind are put into places one after the other: two would else get the same. */
export async function lockCards(
  db: Db,
  { instanceId, kindId }: Pick<ColumnOf, 'instanceId' | 'kindId'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CARD_LOCK}::int, hashtext(${`${instanceId}:${kindId}`}))`.execute(db);
}

/** Where a card stands in a column; undefined where it is in another. */
async function positionOf(
  db: Db,
  { instanceId, key, value }: ColumnOf,
  recordId: number,
): Promise<CardPosition | undefined> {
  const { rows } =
    await sql<CardPosition>`select c.record_id, coalesce(p.rank, c.record_id)::text as rank from record_cell c
    left join record_card p on p.instance_id = c.instance_id and p.record_id = c.record_id and p.key = c.key and p.value = c.value
    where c.instance_id = ${instanceId} and c.record_id = ${recordId} and c.key = ${key} and c.value = ${value}`.execute(
      db,
    );
  return rows[0];
}

/** The card next to a position, on one side of it; without a position the last of all. The card that is moved does not count. */
async function nextTo(
  db: Db,
  column: ColumnOf,
  moved: number,
  side: 'before' | 'behind',
  position: CardPosition | undefined,
): Promise<Rank | undefined> {
  const { instanceId, kindId, key, value } = column;
  const [sign, down] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const bound = (rank: Sql, id: Sql): Sql =>
    position === undefined
      ? sql``
      : sql` and (${rank}, ${id}) ${sign} (${position.rank}::numeric, ${position.record_id}::bigint)`;
  const { rows } = await sql<{ rank: Rank }>`select m.rank::text as rank from (
      (select c.record_id::numeric as rank, c.record_id from record_cell c
        where c.instance_id = ${instanceId} and c.kind_id = ${kindId} and c.key = ${key} and c.value = ${value}
          and c.record_id <> ${moved} and not exists (
          select from record_card p where p.instance_id = ${instanceId} and p.record_id = c.record_id and p.key = ${key}
            and p.value = c.value)${bound(sql`c.record_id::numeric`, sql`c.record_id`)}
        order by c.record_id ${down} limit 1)
      union all
      (select p.rank, p.record_id from record_card p
        where p.instance_id = ${instanceId} and p.kind_id = ${kindId} and p.key = ${key} and p.value = ${value}
          and p.record_id <> ${moved} and exists (
          select from record_cell c where c.instance_id = ${instanceId} and c.record_id = p.record_id and c.key = ${key}
            and c.value = p.value)${bound(sql`p.rank`, sql`p.record_id`)}
        order by p.rank ${down}, p.record_id ${down} limit 1)
    ) m order by m.rank ${down}, m.record_id ${down} limit 1`.execute(db);
  return rows[0]?.rank;
}

/** The ranks between which a card is put: in front of one, else behind one, else behind all. Cards that are not there count for nothing. */
export async function ranksFor(
  db: Db,
  column: ColumnOf,
  moved: number,
  at: { readonly before: number | null; readonly after: number | null },
): Promise<{ readonly after: Rank | undefined; readonly before: Rank | undefined }> {
  const front = at.before === null || at.before === moved ? undefined : await positionOf(db, column, at.before);
  if (front !== undefined) return { after: await nextTo(db, column, moved, 'before', front), before: front.rank };
  const back = at.after === null || at.after === moved ? undefined : await positionOf(db, column, at.after);
  const after = back?.rank ?? (await nextTo(db, column, moved, 'before', undefined));
  const next = back === undefined ? undefined : await nextTo(db, column, moved, 'behind', back);
  return { after, before: next ?? (await nextNumber(db, column.instanceId)) };
}

/** What the next record's number is at least: what is put behind all stands before those that are still to come. */
async function nextNumber(db: Db, instanceId: number): Promise<Rank> {
  const { rows } = await sql<{ next: Rank }>`select (coalesce(max(record_id), 0) + 1)::text as next from record
    where instance_id = ${instanceId}`.execute(db);
  return rows[0]?.next ?? '1';
}

export async function placeCard(
  db: Db,
  { instanceId, kindId, key, value }: ColumnOf,
  recordId: number,
  rank: Rank,
): Promise<void> {
  await db
    .insertInto('record_card')
    .values({ instance_id: instanceId, kind_id: kindId, key, record_id: recordId, value, rank })
    .onConflict((conflict) =>
      conflict.columns(['instance_id', 'record_id', 'key']).doUpdateSet({ value, rank, kind_id: kindId }),
    )
    .execute();
}

/** Lets cards of these records that lie in a column lie where they lay in the one that it has become. `value`: what it was. */
export async function renameCardsIn(
  db: Db,
  { instanceId, kindId, key, value }: ColumnOf,
  next: string,
  recordIds: readonly number[],
): Promise<void> {
  await sql`update record_card set value = ${next}
    where instance_id = ${instanceId} and kind_id = ${kindId} and key = ${key} and value = ${value}
      and record_id = any(${[...recordIds]}::bigint[])`.execute(db);
}
