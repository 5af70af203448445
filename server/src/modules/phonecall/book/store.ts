import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import { codeOf, gramsOf, type BookSearch } from './rules.ts';
import '../tables.ts';

export type BookSource = 'hand' | 'import' | 'card' | 'system';

export interface EntryRow {
  readonly name_id: number;
  readonly number: number | null;
  readonly number_text: string;
  readonly digits: string;
  readonly name: string;
  readonly name_key: string;
  readonly code: string;
  readonly company: string;
  readonly company_key: string;
  readonly source: BookSource;
  readonly link_count: number;
  readonly last_call_at: Date | null;
}

/** An entry that is to be made. */
export interface NewEntry {
  readonly number: number | null;
  readonly number_text: string;
  readonly digits: string;
  readonly name: string;
  readonly name_key: string;
  /** Empty where none is known. */
  readonly company: string;
  readonly company_key: string;
}

const COLUMNS = sql`p.name_id, p.number, p.number_text, p.digits, p.name, p.name_key, p.company, p.company_key, p.code, p.source, p.link_count, p.last_call_at`;

/** Entries by their ids that stand for themselves, for this transaction to change, in the order in which they are locked. */
export async function holdEntries(db: Db, instanceId: number, ids: readonly number[]): Promise<readonly EntryRow[]> {
  const { rows } = await sql<EntryRow>`select ${COLUMNS} from phone_name p
    where p.instance_id = ${instanceId} and p.name_id = any(${[...ids]}::bigint[]) and p.replaced_by is null order by p.name_id for update`.execute(
    db,
  );
  return rows;
}

/** The entry that stands for a number and a name; undefined where there is none. */
export async function findEntry(
  db: Db,
  instanceId: number,
  { digits, name_key: key }: Pick<NewEntry, 'digits' | 'name_key'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ name_id: number }>`select name_id from phone_name
    where instance_id = ${instanceId} and digits = ${digits} and name_key = ${key} and replaced_by is null`.execute(db);
  return rows[0]?.name_id;
}

/** Entries of a number, with their names. */
export async function entriesOfNumber(
  db: Db,
  instanceId: number,
  number: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select name_id as id, name from phone_name
    where instance_id = ${instanceId} and number = ${number} and replaced_by is null order by name_key, name_id limit 50`.execute(
    db,
  );
  return rows;
}

/** Puts entries in; those that are there by number and name stay. Returns the ids of those that are new. */
export async function insertEntries(
  db: Db,
  instanceId: number,
  entries: readonly NewEntry[],
  about: { readonly source: BookSource; readonly userId: number | null; readonly at: Date },
): Promise<readonly number[]> {
  if (entries.length === 0) return [];
  const column = <T>(value: (entry: NewEntry) => T) => entries.map(value);
  const { rows } = await sql<{ name_id: number; digits: string; name_key: string; company_key: string; code: string }>`
    insert into phone_name (instance_id, number, number_text, digits, name, name_key, company, company_key, code, source, created_by, created_at)
    select ${instanceId}, e.number, e.text, e.digits, e.name, e.key, e.company, e.company_key, e.code, ${about.source}, ${about.userId}::int, ${about.at}::timestamptz
    from unnest(${column((it) => it.number)}::bigint[], ${column((it) => it.number_text)}::text[], ${column((it) => it.digits)}::text[],
      ${column((it) => it.name)}::text[], ${column((it) => it.name_key)}::text[], ${column((it) => it.company)}::text[], ${column((it) => it.company_key)}::text[],
      ${column((it) => codeOf(it.name))}::text[]) as e (number, text, digits, name, key, company, company_key, code)
    on conflict (instance_id, digits, name_key) where replaced_by is null do nothing
    returning name_id, digits, name_key, company_key, code`.execute(db);
  await putFind(db, rows);
  await stepSounds(
    db,
    instanceId,
    rows.map(({ code }) => code),
    1,
  );
  return rows.map((row) => row.name_id);
}

/** Writes by what entries are found. */
async function putFind(
  db: Db,
  entries: readonly (Pick<NewEntry, 'digits' | 'name_key' | 'company_key'> & { readonly name_id: number })[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`select put_phone_find(${entries.map((it) => it.name_id)}::bigint[],
    ${entries.map((it) => gramsOf(it.digits, `${it.name_key} ${it.company_key}`).join(' '))}::text[])`.execute(db);
}

/** Counts up or down how many entries sound like each of these, in one order for all who do. */
export async function stepSounds(db: Db, instanceId: number, codes: readonly string[], step: 1 | -1): Promise<void> {
  const counts = Map.groupBy(
    codes.filter((code) => code !== ''),
    (code) => code,
  );
  if (counts.size === 0) return;
  const sorted = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  await sql`insert into phone_sound (instance_id, code, entries)
    select ${instanceId}, s.code, s.n from unnest(${sorted.map(([code]) => code)}::text[], ${sorted.map(([, some]) => some.length * step)}::int[])
      as s (code, n) order by s.code collate "C"
    on conflict (instance_id, code) do update set entries = phone_sound.entries + excluded.entries`.execute(db);
  if (step === -1)
    await sql`delete from phone_sound where instance_id = ${instanceId} and code = any(${sorted.map(([code]) => code)}::text[])
      and entries <= 0`.execute(db);
}

/** Gives an entry, which is held, another name or number. `isByHand`: it is as an import has put it in no more. */
export async function updateEntry(
  db: Db,
  instanceId: number,
  before: EntryRow,
  after: NewEntry,
  isByHand = false,
): Promise<void> {
  const code = codeOf(after.name);
  await db
    .updateTable('phone_name')
    .set({ ...after, code, ...(isByHand ? { import_id: null } : {}) })
    .where('instance_id', '=', instanceId)
    .where('name_id', '=', before.name_id)
    .execute();
  await putFind(db, [{ ...after, name_id: before.name_id }]);
  if (code === before.code) return;
  await stepSounds(db, instanceId, [before.code], -1);
  await stepSounds(db, instanceId, [code], 1);
}

/** Takes entries away, with those that were merged into them. Returns the numbers that they named. */
export async function deleteEntries(db: Db, instanceId: number, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ number: number | null; code: string; replaced_by: number | null }>`
    with recursive gone as (
      select name_id from phone_name where instance_id = ${instanceId} and name_id = any(${[...ids]}::bigint[]) and replaced_by is null
      union
      select p.name_id from gone g join phone_name p on p.instance_id = ${instanceId} and p.replaced_by = g.name_id
    )
    delete from phone_name p using gone g where p.instance_id = ${instanceId} and p.name_id = g.name_id
    returning p.number, p.code, p.replaced_by`.execute(db);
  const standing = rows.filter(({ replaced_by: by }) => by === null).map(({ code }) => code);
  await stepSounds(db, instanceId, standing, -1);
  return rows.flatMap(({ number }) => number ?? []);
}

/** Counts anew what entries name: calls of their numbers, and records that have them. */
export async function recountEntries(db: Db, instanceId: number, ids: readonly number[]): Promise<void> {
  await sql`update phone_name p set
      link_count = (select count(*) from phone_call c where c.instance_id = p.instance_id and c.number = p.number)
        + (select count(*) from record_phone r where r.instance_id = p.instance_id and r.e164 = '+' || p.number),
      last_call_at = (select max(c.started_at) from phone_call c where c.instance_id = p.instance_id and c.number = p.number)
    where p.instance_id = ${instanceId} and p.name_id = any(${[...ids]}::bigint[]) and p.number is not null`.execute(
    db,
  );
}

/** Says of the entries of a number that there was a call of it, or that there is one less. */
export async function countCall(db: Db, instanceId: number, number: number, at: Date, step: 1 | -1): Promise<void> {
  await sql`with recursive entry as (
      select name_id, replaced_by from phone_name where instance_id = ${instanceId} and number = ${number}
      union
      select p.name_id, p.replaced_by from entry e join phone_name p on p.instance_id = ${instanceId} and p.name_id = e.replaced_by
    )
    update phone_name p set link_count = greatest(0, p.link_count + ${step}::int),
      last_call_at = case when ${step}::int = 1 then greatest(p.last_call_at, ${at}::timestamptz) else p.last_call_at end
    from entry e where p.instance_id = ${instanceId} and p.name_id = e.name_id`.execute(db);
}

const SORTS = {
  name: sql`p.name_key`,
  number: sql`p.digits`,
  linkCount: sql`p.link_count`,
  lastCallTimestamp: sql`p.last_call_at`,
} as const;
export type BookSort = keyof typeof SORTS;

/** Hits that are looked at; what is found more often is dense enough to be met in the order that is asked for. */
const MAX_HITS = 10_000;
/** Entries among which hits that are dense are looked for. */
const MAX_WALKED = 2_000_000;
/** How often an entry may have been merged into another one. */
const MAX_MERGES = 20;

const foldedLike = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

const meant = ({ digits, words }: BookSearch) =>
  digits === ''
    ? sql.join(
        words.map((word) => sql`p.name_key || ' ' || p.company_key like ${foldedLike(word)}`),
        sql` and `,
      )
    : sql`p.digits like ${foldedLike(digits)}`;

const orderOf = (sort: BookSort, isDescending: boolean) => {
  const way = isDescending ? sql`desc` : sql`asc`;
  // The way in which the index has it; nothing stands behind everything in either.
  return sql`${SORTS[sort]} ${way}, p.name_id ${way}`;
};

interface BookPage {
  readonly skip: number;
  readonly limit: number;
  readonly sort: BookSort;
  readonly isDescending: boolean;
}

/** A page of the phone book, and how many entries there are, counted up to `MAX_HITS` and one more. */
export async function readBook(
  db: Db,
  instanceId: number,
  search: BookSearch | undefined,
  page: BookPage,
): Promise<{ readonly rows: readonly EntryRow[]; readonly total: number }> {
  const order = orderOf(page.sort, page.isDescending);
  const cut = sql`limit ${atMost(page.limit, page.skip)}`;
  const own = sql`p.instance_id = ${instanceId} and p.replaced_by is null`;
  if (search === undefined) {
    const { rows } =
      await sql<EntryRow>`select ${COLUMNS} from phone_name p where ${own} order by ${order} ${cut}`.execute(db);
    const counted = await sql<{
      n: number;
    }>`select count(*) as n from (select from phone_name p where ${own} limit ${atMost(MAX_HITS + 1)}) c`.execute(db);
    return { rows, total: counted.rows[0]?.n ?? 0 };
  }
  const hits = await sql<{
    id: number;
  }>`select find_phone_names(${[...search.grams]}::text[], ${MAX_HITS + 1}) as id`.execute(db);
  if (hits.rows.length > MAX_HITS) {
    // Walked in the order that is asked for: the inner limit keeps the planner from reading and sorting all of it.
    const { rows } = await sql<EntryRow>`select ${COLUMNS} from (
        select * from phone_name p where ${own} order by ${order} limit ${atMost(MAX_WALKED)}) p
      where ${meant(search)} order by ${order} ${cut}`.execute(db);
    return { rows, total: MAX_HITS + 1 };
  }
  // What was merged is found by its number and its name, too, and is the entry that stands for it.
  const found = sql`with recursive entry as (
      select p.name_id, p.replaced_by, 0 as depth from phone_name p
      where p.instance_id = ${instanceId} and p.name_id = any(${hits.rows.map(({ id }) => id)}::bigint[]) and ${meant(search)}
      union all
      select p.name_id, p.replaced_by, e.depth + 1 from entry e
      join phone_name p on p.instance_id = ${instanceId} and p.name_id = e.replaced_by where e.depth < ${MAX_MERGES}
    )`;
  const { rows } = await sql<EntryRow & { total: number }>`${found}
    select ${COLUMNS}, count(*) over () as total from phone_name p
    where ${own} and p.name_id in (select e.name_id from entry e where e.replaced_by is null) order by ${order} ${cut}`.execute(
    db,
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Sounds of which there are several entries, the most first, some of them. */
export async function readSounds(db: Db, instanceId: number, skip: number, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{
    code: string;
  }>`select code from phone_sound where instance_id = ${instanceId} and entries > 1
    order by entries desc, code limit ${atMost(most, skip)}`.execute(db);
  return rows.map((row) => row.code);
}

/** Entries that sound so, at most so many of each, with the pairs of them that somebody called different. */
export async function readSoundsAlike(
  db: Db,
  instanceId: number,
  codes: readonly string[],
  most: number,
): Promise<{
  readonly entries: readonly EntryRow[];
  readonly ignored: readonly { readonly a: number; readonly b: number }[];
}> {
  if (codes.length === 0) return { entries: [], ignored: [] };
  const { rows: entries } = await sql<EntryRow>`select ${COLUMNS} from unnest(${[...codes]}::text[]) as s (code)
    cross join lateral (select * from phone_name n where n.instance_id = ${instanceId} and n.code = s.code and n.code <> '' and n.replaced_by is null
      order by n.name_id limit ${atMost(most)}) p order by p.name_id`.execute(db);
  const ids = entries.map((row) => row.name_id);
  const { rows: ignored } = await sql<{ a: number; b: number }>`select a, b from phone_ignored
    where instance_id = ${instanceId} and a = any(${ids}::bigint[]) and b = any(${ids}::bigint[])`.execute(db);
  return { entries, ignored };
}

/** Entries from behind a name on, in the order of their names. */
export async function entriesAfter(
  db: Db,
  instanceId: number,
  after: { readonly key: string; readonly id: number } | undefined,
  most: number,
): Promise<readonly EntryRow[]> {
  const behind = after === undefined ? sql`true` : sql`(p.name_key, p.name_id) > (${after.key}, ${after.id}::bigint)`;
  const { rows } = await sql<EntryRow>`select ${COLUMNS} from phone_name p
    where p.instance_id = ${instanceId} and p.replaced_by is null and ${behind} order by p.name_key, p.name_id limit ${atMost(most)}`.execute(
    db,
  );
  return rows;
}
