import type pg from 'pg';
import { readFixtures } from '../platform/backup/catalog.ts';

/** Rows that go into every table but those with one row an instance. */
export const FILLED = 120;
export const INSTANCES = 2;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly key: boolean;
}
interface Table {
  readonly name: string;
  /** One row for each instance. */
  readonly single: boolean;
  readonly columns: readonly Column[];
  readonly checks: readonly string[];
  readonly parents: readonly string[];
}

const TABLES = `
  select c.relname as name,
    exists (select from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attname = 'instance_id'
      where k.conrelid = c.oid and k.contype = 'p' and k.conkey = array[a.attnum]) as single,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull,
        'key', exists (select from pg_constraint k where k.conrelid = c.oid and a.attnum = any(k.conkey) and k.contype in ('p', 'f')))
        order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg(pg_get_constraintdef(k.oid)) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '[]') as checks,
    coalesce((select json_agg(k.confrelid::regclass::text) from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as parents
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration' order by 1`;

/** What a migration reads more of than its type. */
const SHAPES: Readonly<Record<string, string>> = {
  'audit_entry.at': `timestamptz '2026-01-01 00:00:00.123+00' + g * interval '61 seconds'`,
  'instance.name': `'instanz' || g`,
  'mail.people': `jsonb_build_object('from', '[]'::jsonb, 'to', jsonb_build_array(jsonb_build_object('address', 'P' || g || '@Kunde.example')), 'cc', '[]'::jsonb)`,
  'communication_type.type_id': 'g',
};

const BY_TYPE: Readonly<Record<string, string>> = {
  text: `'Größe "' || g || E'" \\\\ \\t Zeile\\n zwei'`,
  integer: 'g',
  bigint: 'g',
  smallint: 'g % 3 + 1',
  boolean: 'g % 3 = 0',
  uuid: 'md5(g::text)::uuid',
  bytea: 'sha256(g::text::bytea)',
  jsonb: `jsonb_build_object('n', g, 'text', 'ä' || g)`,
  json: `json_build_object('n', g, 'text', 'ä' || g)`,
  tsvector: `to_tsvector('simple', 'wort' || g || ' zwei')`,
  'timestamp with time zone': `timestamptz '2026-01-01 00:00:00.123456+00' + g * interval '61 seconds'`,
  'timestamp with time zone[]': `array[timestamptz '2026-01-01 00:00:00.123456+00' + g * interval '61 seconds']`,
  'double precision': 'g / 7.0',
  numeric: 'g / 7.0',
  date: `date '2026-01-01' + g`,
  tstzrange: `tstzrange(timestamptz '2026-01-01 00:00:00+00' + g * interval '61 seconds', timestamptz '2026-01-01 01:00:00+00' + g * interval '61 seconds')`,
  'integer[]': 'array[g, g + 1]',
  'bigint[]': 'array[g, g + 1]',
  'text[]': `array['eins ' || g, 'zwei']`,
};

/** An SQL expression for row number g: ids are g, instances alternate, so that row g of every table belongs to row g of its parents. */
function valueOf(table: Table, { name, type, nullable, key }: Column): string {
  if (name === 'instance_id') return table.single ? 'g' : `g % ${INSTANCES} + 1`;
  const shaped = SHAPES[`${table.name}.${name}`];
  if (shaped !== undefined) return shaped;
  // A value of another column may be called like this one.
  const check = table.checks.find((text) => new RegExp(`[^\\w']${name}[^\\w']`).test(text));
  const choices = [...(check?.match(/ANY \(ARRAY\[.*?\]/)?.[0].matchAll(/'([^']*)'::text/g) ?? [])].map(
    ([, choice = '']) => choice,
  );
  const plain = BY_TYPE[type];
  if (plain === undefined)
    throw new Error(`${table.name}.${name} has the type ${type}, which the filler does not know.`);
  const value = choices.length === 0 ? plain : `(array['${choices.join("','")}'])[g % ${choices.length} + 1]`;
  // Ids of other things are numbers of a row too, even where no constraint says so.
  return nullable && !key && !name.endsWith('_id') ? `case when g % 5 = 0 then null else ${value} end` : value;
}

/**
 * Fills what is empty in a schema, whatever it is, with rows that honour its constraints: tables, and columns that tables
 * which are filled have got since (`known`: the columns there were then, by `table.column`). Returns the tables it wrote to.
 */
export async function fillTables(
  client: pg.Client,
  { rows = FILLED, known }: { readonly rows?: number; readonly known?: ReadonlyMap<string, unknown> } = {},
): Promise<ReadonlySet<string>> {
  const { rows: tables } = await client.query<Table>(TABLES);
  // Rows that a trigger adds would be in the way of those that are filled in.
  const triggers = (await readFixtures(client)).filter(({ drop }) => drop.includes('disable trigger'));
  for (const { drop } of triggers) await client.query(drop);
  const written = new Set<string>();
  for (const table of fromParents(tables)) {
    const added = table.columns.filter(({ name }) => !known?.has(`${table.name}.${name}`));
    const isKnown = added.length < table.columns.length;
    if (added.length === 0) continue;
    written.add(table.name);
    const number = numberOf(table);
    // A migration may have put into a new table what it found in others.
    if (!isKnown) await client.query(`delete from "${table.name}"; ${insertInto(table, rows)}`);
    else if (number !== undefined) await client.query(update(table, number, added));
  }
  for (const { make } of triggers) await client.query(make);
  return written;
}

/** Each table behind those that it points to. */
function fromParents(tables: readonly Table[]): readonly Table[] {
  const done: Table[] = [];
  const isDone = (name: string) => done.some((table) => table.name === name);
  while (done.length < tables.length) {
    const next = tables.find(
      ({ name, parents }) => !isDone(name) && parents.every((parent) => parent === name || isDone(parent)),
    );
    if (next === undefined) throw new Error('Foreign keys go round in a circle.');
    done.push(next);
  }
  return done;
}

function insertInto(table: Table, rows: number): string {
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const values = table.columns.map((column) => valueOf(table, column)).join(', ');
  const count = table.single ? INSTANCES : rows;
  return `insert into "${table.name}" (${names}) overriding system value select ${values} from generate_series(1, ${count}) g`;
}

/** A column that says which row of those that were filled in this is. */
const numberOf = ({ columns }: Table) =>
  columns.find(({ name, type, key }) => key && name !== 'instance_id' && ['bigint', 'integer'].includes(type))?.name;

/** Gives columns of rows that are there what they would have been filled with. */
const update = (table: Table, number: string, added: readonly Column[]) =>
  `update "${table.name}" t set ${added.map((column) => `"${column.name}" = ${valueOf(table, column)}`).join(', ')}
     from (select "${number}" as g from "${table.name}") n where t."${number}" = n.g`;

/**
 * Number of rows and a checksum for every column, by `table.column`; the columns as text, in the order of the whole of what was filled.
 * Of the columns of another digest alone (`like`), or of some tables.
 */
export async function digest(
  client: pg.Client,
  { like, only }: { readonly like?: ReadonlyMap<string, string>; readonly only?: ReadonlySet<string> } = {},
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const { rows: tables } = await client.query<Table>(TABLES);
  for (const { name, columns } of tables) {
    if (only?.has(name) === false) continue;
    const wanted = columns.filter((column) => like === undefined || like.has(`${name}.${column.name}`));
    const key = wanted.filter((column) => column.key);
    const order = (key.length > 0 ? key : wanted).map((column) => `"${column.name}"::text collate "C"`).join(', ');
    if (wanted.length === 0) continue;
    const sums = wanted.map(
      ({ name: column }) =>
        `count(*) || ' ' || coalesce(md5(string_agg(coalesce("${column}"::text, '∅'), '|')), '') as "${column}"`,
    );
    const { rows } = await client.query<Record<string, string>>(
      `select ${sums.join(', ')} from (select * from "${name}" order by ${order}) sorted`,
    );
    for (const [column, sum] of Object.entries(rows[0] ?? {})) found.set(`${name}.${column}`, sum);
  }
  return found;
}

/** Everything of a schema but its rows, as lines. */
export async function describeSchema(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
       from information_schema.columns where table_schema = 'public'
     union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace and conrelid <> 0
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select format('%s %s %s', tablename, policyname, qual) from pg_policies where schemaname = 'public'
     union all select format('%s %s %s', relname, relrowsecurity, relforcerowsecurity) || coalesce(relacl::text, '') from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'
     union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and not exists (
       select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by 1`,
  );
  return rows.map(({ line }) => line);
}
