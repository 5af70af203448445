import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** Filled by the database. */
  readonly isGiven: boolean;
  /** A text that the column's check allows. */
  readonly allowed: string | null;
}

/** The tables that bear the number of an instance. */
export async function tablesOfInstances(owner: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'instance_id' and not a.attisdropped
    order by 1`.execute(owner);
  return rows.map(({ name }) => name);
}

async function columnsOf(owner: Db, table: string): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
      a.attidentity <> '' or a.atthasdef as "isGiven",
      (select substring(pg_get_constraintdef(k.oid) from '''([^'']*)''') from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]) as allowed
    from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(
    owner,
  );
  return rows;
}

const VALUES: Readonly<Record<string, string>> = {
  boolean: 'false',
  uuid: '6b1f0a52-7d0e-4a83-9a5f-2a2f6f0f5b11',
  json: '{}',
  jsonb: '{}',
  bytea: String.raw`\x00`,
  tsvector: '',
  tstzrange: 'empty',
};

function valueOf({ type, allowed }: Column, text: string): string {
  if (type.endsWith('[]')) return '{}';
  // What is still to come is nothing that the server sweeps or begins by itself while a test looks at it.
  if (type.includes('timestamp') || type === 'date') return '2126-11-21T00:00:00Z';
  if (/int|numeric|double|real/.test(type)) return allowed ?? '1';
  return VALUES[type] ?? (type === 'text' ? (allowed ?? text) : '');
}

/**
 * Puts a row of an instance into every table that has none of it yet, whatever module it is of, without minding references. `text` stands
 * in each text that may be anything. For tests, as a superuser.
 */
export async function fillTables(owner: Db, instanceId: number, text: string): Promise<void> {
  for (const table of await tablesOfInstances(owner)) {
    const columns = (await columnsOf(owner, table)).filter((column) => !column.isNullable && !column.isGiven);
    const own = columns.filter(({ name }) => name !== 'instance_id');
    const values = own.map((column) => sql`${valueOf(column, text)}::text::${sql.raw(column.type)}`);
    await owner.transaction().execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db);
      const names = sql.join(['instance_id', ...own.map(({ name }) => name)].map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (${names}) overriding system value
        select ${sql.join([sql`${instanceId}::int`, ...values])}
        where not exists (select from ${sql.table(table)} where instance_id = ${instanceId})`.execute(db);
    });
  }
}
