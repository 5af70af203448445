import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { CellTest, Test } from '../conditions.ts';
import { readFound, type FoundRow, type Order, type RecordAnchor } from './found.ts';

type Sql = RawBuilder<unknown>;

/** Records of some kinds, each kind with what its records must be. */
export interface Wanted {
  readonly instanceId: number;
  readonly timeZone: string;
  /** Kinds in the order of the list. */
  readonly kinds: readonly { readonly kindId: number; readonly tests: readonly Test[] }[];
  /** A text of `tsquery`. */
  readonly words: string | undefined;
}

/** Records that are asked one by one along the index: at first, and in all, before what the conditions find is gathered. */
const FIRST_WALKED = 250;
const MAX_WALKED = 5000;
/** Records that words find which are sorted; conditions are looked for among so many more. */
export const MAX_HITS = 10_001;
const MAX_MET = 100_000;

const and = (parts: readonly Sql[]): Sql => (parts.length === 0 ? sql`true` : sql.join(parts, sql` and `));

function cellHolds(cell: Sql, test: CellTest): Sql {
  switch (test.how) {
    case 'equals': {
      const [long, short] = [
        test.any.filter(({ whole }) => whole !== null),
        test.any.filter(({ whole }) => whole === null),
      ];
      const parts: Sql[] = [];
      if (short.length > 0)
        parts.push(sql`(${cell}.value = any(${short.map(({ value }) => value)}::text[]) and ${cell}.whole is null)`);
      for (const { value, whole } of long) parts.push(sql`(${cell}.value = ${value} and ${cell}.whole = ${whole})`);
      return sql`(${sql.join(parts, sql` or `)})`;
    }
    case 'contains':
      return sql`strpos(coalesce(${cell}.whole, ${cell}.value), ${test.text}) > 0`;
    case 'begins':
      return sql`(${cell}.value >= ${test.text} and ${cell}.value < ${test.text} || U&'\\+10FFFF')`;
    case 'below':
      return sql`(${cell}.value > '' and ${cell}.value < ${test.text}${test.isNumber ? sql` and ${cell}.number is not null` : sql``})`;
    case 'above':
      return sql`(${cell}.value > ${test.text}${test.isNumber ? sql` and ${cell}.number is not null` : sql``})`;
    case 'empty':
      return sql`${cell}.value = ''`;
    case 'filled':
      return sql`${cell}.value > ''`;
  }
}

const startOf = (day: string, timeZone: string, days: number): Sql =>
  sql`(extract(epoch from (${day}::date + ${days}::int)::timestamp at time zone ${timeZone}) * 1000)::bigint`;

/** Whether a record, known by its own row `r`, is as is wanted. */
function recordHolds({ timeZone }: Wanted, kindId: number, test: Exclude<Test, { of: 'cell' }>): Sql {
  switch (test.of) {
    case 'ID': {
      const sign = { is: sql`=`, isNot: sql`<>`, less: sql`<`, more: sql`>` }[test.how];
      return sql`r.record_id ${sign} ${test.id}::bigint`;
    }
    case 'kind':
      return test.ids.includes(kindId) === test.isNot ? sql`false` : sql`true`;
    case 'always':
      return test.holds ? sql`true` : sql`false`;
    default: {
      const at = test.of === 'created' ? sql`r.created_at` : sql`r.changed_at`;
      const [begin, end] = [startOf(test.day, timeZone, 0), startOf(test.day, timeZone, 1)];
      if (test.how === 'before') return sql`${at} < ${begin}`;
      return test.how === 'after' ? sql`${at} >= ${end}` : sql`(${at} >= ${begin} and ${at} < ${end})`;
    }
  }
}

const isOfCell = (test: Test): test is Extract<Test, { of: 'cell' }> => test.of === 'cell';

/** Whether the record of an id is as is wanted, looked up for it alone. Limits keep the planner from looking all of them up at once. */
function recordMatches(
  wanted: Wanted,
  kindId: number,
  tests: readonly Test[],
  id: Sql,
): { readonly joins: Sql; readonly holds: Sql } {
  const { instanceId } = wanted;
  const joins: Sql[] = [];
  const holds: Sql[] = [];
  for (const [index, test] of tests.entries()) {
    const t = sql.ref(`t${index}`);
    if (!isOfCell(test)) {
      const one = sql`select from record r where r.instance_id = ${instanceId} and r.record_id = ${id}
        and ${recordHolds(wanted, kindId, test)}`;
      joins.push(sql`cross join lateral (${one} limit 1) ${t}`);
      continue;
    }
    const one = sql`select from record_cell c where c.instance_id = ${instanceId} and c.record_id = ${id}
      and c.key = ${test.key} and ${cellHolds(sql`c`, test.test)}`;
    if (test.isNot) holds.push(sql`not exists (${one})`);
    else joins.push(sql`cross join lateral (${one} limit 1) ${t}`);
  }
  return { joins: joins.length === 0 ? sql`` : sql.join(joins, sql` `), holds: and(holds) };
}

/** Of several choices a record may have more than one. */
const mayRepeat = (test: CellTest): boolean => test.how === 'equals' && test.any.length > 1;

/**
 * All records of a kind that are as is wanted, as a query of their ids in no order. `among`: words are looked for in those that conditions
 * find. `most`: of those that words find; null for all.
 */
export function hitsOf(
  wanted: Wanted,
  kindId: number,
  tests: readonly Test[],
  words: string | undefined,
  among: boolean,
  most: number | null = MAX_HITS,
): Sql {
  const { instanceId } = wanted;
  const ofCell = tests.filter(isOfCell);
  const cellIds = (test: (typeof ofCell)[number]): Sql => sql`select c.record_id from record_cell c
    where c.instance_id = ${instanceId} and c.kind_id = ${kindId} and c.key = ${test.key} and ${cellHolds(sql`c`, test.test)}`;
  const [first, ...others] = ofCell.filter(({ isNot }) => !isNot);
  const own = tests.filter((test) => test.of !== 'cell');
  const parts: Sql[] = others.map((test) => sql`h.record_id in (${cellIds(test)})`);
  for (const test of ofCell)
    if (test.isNot)
      parts.push(sql`not exists (select from record_cell c where c.instance_id = ${instanceId} and c.record_id = h.record_id
        and c.key = ${test.key} and ${cellHolds(sql`c`, test.test)})`);
  const ofRecord = and(own.map((test) => recordHolds(wanted, kindId, test)));
  const records = sql`select r.record_id from record r
    where r.instance_id = ${instanceId} and r.kind_id = ${kindId} and r.deleted_at is null and ${ofRecord}`;
  const hasText = words !== undefined && !among;
  const base = hasText
    ? sql`select w.record_id from record_hits(${kindId}, ${words}, ${most}) w`
    : first === undefined
      ? records
      : sql`select ${mayRepeat(first.test) ? sql`distinct` : sql``} c.record_id from (${cellIds(first)}) c`;
  if (hasText && first !== undefined) parts.push(sql`h.record_id in (${cellIds(first)})`);
  if ((hasText || first !== undefined) && own.length > 0) parts.push(sql`h.record_id in (${records})`);
  const met = sql`select h.record_id from (${base}) h where ${and(parts)}`;
  if (words === undefined || hasText) return met;
  return sql`select a.record_id from record_hits_among(array(${met} limit ${atMost(MAX_MET)}), ${words}) a`;
}

/** SQL of a kind's rows `s`, and of the value by which they are sorted. */
function sortedFrom(
  { instanceId }: Wanted,
  kindId: number,
  index: number,
  { by }: Order,
): { readonly from: Sql; readonly value: Sql } {
  if (by.of === 'cell')
    return {
      from: sql`record_cell s where s.instance_id = ${instanceId} and s.kind_id = ${kindId} and s.key = ${by.key}`,
      value: sql`s.value`,
    };
  const from = sql`record s where s.instance_id = ${instanceId} and s.kind_id = ${kindId} and s.deleted_at is null`;
  if (by.of === 'kind') return { from, value: sql`${index}::int` };
  return { from, value: { ID: sql`s.record_id`, created: sql`s.created_at`, changed: sql`s.changed_at` }[by.of] };
}

const downOf = ({ isDown }: Order): Sql => (isDown ? sql`desc` : sql`asc`);
const typeOf = ({ by }: Order): Sql => (by.of === 'cell' ? sql`text` : sql`bigint`);
/** Returns true if the list is sorted by a cell: rows without a value in it come last then, in both directions. */
const isParted = ({ by }: Order): boolean => by.of === 'cell';

interface Part {
  readonly isEmpty: boolean;
  readonly anchor: RecordAnchor | undefined;
  readonly skip: number;
  readonly limit: number;
  /** How many are asked at most where there is something to ask them. */
  readonly most?: number;
}

/** Rows of one part of a list, those that are filled or those that are not, along the index. */
async function readAlong(
  db: Db,
  wanted: Wanted,
  order: Order,
  { isEmpty, anchor, skip, limit, most: mostChecked = MAX_WALKED }: Part,
): Promise<readonly FoundRow[]> {
  const { instanceId, kinds, words } = wanted;
  const isSearched = words !== undefined || kinds.some(({ tests }) => tests.length > 0);
  const down = downOf(order);
  const most = isSearched ? mostChecked : skip + limit;
  const walks = kinds.map(({ kindId, tests }, index) => {
    const { from, value } = sortedFrom(wanted, kindId, index, order);
    const part = isParted(order) ? (isEmpty ? sql` and s.value = ''` : sql` and s.value > ''`) : sql``;
    const behind =
      anchor === undefined
        ? sql``
        : sql` and (${value}, s.record_id) ${order.isDown ? sql`<` : sql`>`} (${anchor.value}::${typeOf(order)}, ${anchor.id}::bigint)`;
    const sorted =
      order.by.of === 'ID' || order.by.of === 'kind'
        ? sql`s.record_id ${down}`
        : sql`${value} ${down}, s.record_id ${down}`;
    const walk = sql`select s.record_id, ${value} as value from ${from}${part}${behind} order by ${sorted} limit ${atMost(most)}`;
    if (!isSearched) return sql`(select w.record_id, ${kindId}::int as kind_id, w.value from (${walk}) w)`;
    const { joins, holds } = recordMatches(wanted, kindId, tests, sql`w.record_id`);
    const found =
      words === undefined
        ? sql``
        : sql` and w.record_id in (select a.record_id from record_hits_among(array(select record_id from walked), ${words}) a)`;
    return sql`(with walked as materialized (${walk})
      select w.record_id, ${kindId}::int as kind_id, w.value from walked w ${joins} where ${holds}${found})`;
  });
  const page = sql`select l.record_id, l.kind_id, l.value from (${sql.join(walks, sql` union all `)}) l
    order by l.value ${down}, l.record_id ${down} limit ${atMost(limit, skip)}`;
  return readFound(db, instanceId, order, page);
}

/** How many rows the part of a list has that is filled. */
async function countFilled(db: Db, { instanceId, kinds }: Wanted, key: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from record_cell c where c.instance_id = ${instanceId}
    and c.kind_id = any(${kinds.map(({ kindId }) => kindId)}::int[]) and c.key = ${key} and c.value > ''`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A page along the index; where nothing is searched for that is all there is to it. */
async function readPlain(
  db: Db,
  wanted: Wanted,
  order: Order,
  start: Start,
  limit: number,
): Promise<readonly FoundRow[]> {
  const { anchor, skip } = start;
  if (anchor?.isEmpty === true) return readAlong(db, wanted, order, { isEmpty: true, anchor, skip, limit });
  const filled = await readAlong(db, wanted, order, { isEmpty: false, anchor, skip, limit });
  if (filled.length === limit || order.by.of !== 'cell') return filled;
  // Behind the last one that is filled, wherever that was.
  const before = anchor === undefined || filled.length > 0 ? 0 : await countBehind(db, wanted, order, anchor);
  const known =
    filled.length > 0
      ? skip + filled.length
      : anchor === undefined
        ? await countFilled(db, wanted, order.by.key)
        : before;
  const empty = await readAlong(db, wanted, order, {
    isEmpty: true,
    anchor: undefined,
    skip: Math.max(0, skip - known),
    limit: limit - filled.length,
  });
  return [...filled, ...empty];
}

async function countBehind(db: Db, wanted: Wanted, order: Order, anchor: RecordAnchor): Promise<number> {
  if (order.by.of !== 'cell') return 0;
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from record_cell s where s.instance_id = ${wanted.instanceId}
    and s.kind_id = any(${wanted.kinds.map(({ kindId }) => kindId)}::int[]) and s.key = ${order.by.key} and s.value > ''
    and (s.value, s.record_id) ${order.isDown ? sql`<` : sql`>`} (${anchor.value}, ${anchor.id}::bigint)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A page of what conditions and words find, all of which is met and sorted. */
async function readGathered(
  db: Db,
  wanted: Wanted,
  order: Order,
  { skip, limit, among }: { readonly skip: number; readonly limit: number; readonly among: boolean },
): Promise<readonly FoundRow[]> {
  const { instanceId, kinds, words } = wanted;
  const down = downOf(order);
  const gathered = kinds.map(({ kindId, tests }, index) => {
    const { value } = sortedFrom(wanted, kindId, index, order);
    const table = order.by.of === 'cell' ? sql`record_cell` : sql`record`;
    const key = order.by.of === 'cell' ? sql` and s.key = ${order.by.key}` : sql` and s.deleted_at is null`;
    return sql`(with hits as materialized (${hitsOf(wanted, kindId, tests, words, among)})
      select s.record_id, ${kindId}::int as kind_id, ${value} as value from hits h
      join ${table} s on s.instance_id = ${instanceId} and s.record_id = h.record_id${key})`;
  });
  const last = isParted(order) ? sql`(l.value = ''), ` : sql``;
  const page = sql`select l.record_id, l.kind_id, l.value from (${sql.join(gathered, sql` union all `)}) l
    order by ${last}l.value ${down}, l.record_id ${down} limit ${atMost(limit, skip)}`;
  return readFound(db, instanceId, order, page);
}

/** From where a page is counted: behind a known row, or from the beginning. */
export interface Start {
  readonly anchor: RecordAnchor | undefined;
  readonly skip: number;
}

/** Whether words find so many records of a kind that the first of them are not all. */
async function isCapped(db: Db, kindId: number, words: string): Promise<boolean> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from record_hits(${kindId}, ${words}, ${MAX_HITS})`.execute(db);
  return rows[0]?.count === MAX_HITS;
}

/** A page of a list. `page`: counted from the beginning, should the row that it begins behind be of no use. */
export async function readRows(
  db: Db,
  wanted: Wanted,
  order: Order,
  { start, skip, limit }: { readonly start: Start; readonly skip: number; readonly limit: number },
): Promise<readonly FoundRow[]> {
  const { kinds, words } = wanted;
  if (kinds.length === 0) return [];
  const [only] = kinds;
  const tests = kinds.flatMap((kind) => kind.tests);
  if (words === undefined && tests.length === 0) return readPlain(db, wanted, order, start, limit);
  const isOne = kinds.length === 1 && only !== undefined;
  // Those that are not filled come last: where the walk ends before them, nobody knows what is still to come.
  if (isOne && start.anchor?.isEmpty !== true) {
    const part = { isEmpty: false, ...start, limit };
    const first = await readAlong(db, wanted, order, { ...part, most: FIRST_WALKED });
    if (first.length === limit) return first;
    // Going further is of use only where what was found so far lets one expect a page of it; what is skipped says nothing of that.
    if (start.skip > 0 || first.length * (MAX_WALKED / FIRST_WALKED) >= limit) {
      const walked = await readAlong(db, wanted, order, part);
      if (walked.length === limit) return walked;
    }
  }
  const among = isOne && words !== undefined && only.tests.length > 0 && (await isCapped(db, only.kindId, words));
  return readGathered(db, wanted, order, { skip, limit, among });
}

/** How many records are found of each kind, counted up to so many. */
export async function countFound(db: Db, wanted: Wanted, most: number): Promise<ReadonlyMap<number, number>> {
  const { kinds, words } = wanted;
  const plain = kinds.filter(({ tests }) => tests.length === 0);
  const counts = new Map<number, number>();
  if (words !== undefined && plain.length > 0) {
    const ids = plain.map(({ kindId }) => kindId);
    const { rows } = await sql<{ kind_id: number; records: number }>`
      select kind_id, records from count_record_hits(${ids}::int[], ${words}, ${most})`.execute(db);
    for (const { kind_id, records } of rows) counts.set(kind_id, records);
  }
  const others = words === undefined ? kinds : kinds.filter(({ tests }) => tests.length > 0);
  for (const { kindId, tests } of others) {
    const among = words !== undefined && tests.length > 0 && (await isCapped(db, kindId, words));
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
      ${hitsOf(wanted, kindId, tests, words, among)} limit ${atMost(most)}) h`.execute(db);
    counts.set(kindId, rows[0]?.count ?? 0);
  }
  return counts;
}

/** How many records there are of each kind. */
export async function countAll(db: Db, instanceId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ kind_id: number; records: number }>`
    select kind_id, sum(records)::int as records from record_count where instance_id = ${instanceId} group by kind_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.kind_id, row.records]));
}
