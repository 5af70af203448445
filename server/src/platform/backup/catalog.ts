import type pg from 'pg';

/** A table as backups see it. */
export interface TableShape {
  readonly schema: string;
  readonly name: string;
  /** Without generated ones, which make themselves. */
  readonly columns: readonly string[];
  /** SQL to sort by: the primary key, or the whole row. */
  readonly order: string;
  /** Whether this login sees only the rows of the instance that it is bound to. */
  readonly isWalled: boolean;
}

/** Ours and the job library's. */
const SCHEMAS = `('public', 'graphile_worker')`;
/** Filled by the migrations that a restore runs. */
const OF_MIGRATIONS = `(('public', 'migration'), ('graphile_worker', 'migrations'))`;

export const tableId = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${quote(schema)}.${quote(name)}`;

/** A name as an SQL identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Every table whose rows belong into a backup, by name. */
export async function readTables(client: pg.ClientBase): Promise<readonly TableShape[]> {
  const { rows } = await client.query<Omit<TableShape, 'order'> & { key: readonly string[] | null }>(
    `select n.nspname as schema, c.relname as name, row_security_active(c.oid) as "isWalled",
       (select json_agg(a.attname order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select json_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end order by k.at)
         from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attribute, at)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attribute
         where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
       and (n.nspname, c.relname) not in ${OF_MIGRATIONS}
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by n.nspname collate "C", c.relname collate "C"`,
  );
  return rows.map(({ key, ...table }) => ({
    ...table,
    order: key?.join(', ') ?? `${quote(table.name)}::text collate "C"`,
  }));
}

export interface SequenceState {
  readonly schema: string;
  readonly name: string;
  /** The last value that was given out. */
  readonly value: string;
}

/** Every sequence that has been used. */
export async function readSequences(client: pg.ClientBase): Promise<readonly SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname in ${SCHEMAS} and last_value is not null order by 1, 2`,
  );
  return rows;
}

/** What stands around the rows of a table, and is put aside while they are loaded. */
interface Fixture {
  /** Whether it is row-level security that binds the owner too. */
  readonly isWall: boolean;
  readonly drop: string;
  readonly make: string;
}

/**
 * Indexes that are not constraints, foreign keys, triggers and forced row-level security of all tables. Loading without
 * them needs no order of tables, and making the foreign keys again checks every row.
 */
export async function readFixtures(client: pg.ClientBase): Promise<readonly Fixture[]> {
  const { rows } = await client.query<Fixture>(
    `with ours as (select c.oid, c.relforcerowsecurity, format('%I.%I', n.nspname, c.relname) as id
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition)
     select *, step = 4 as "isWall" from (
       select 1 as step, format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
         from pg_index i join ours on ours.oid = i.indrelid
         where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
       union all
       select 2, format('alter table %s drop constraint %I', id, k.conname),
           format('alter table %s add constraint %I %s', id, k.conname, pg_get_constraintdef(k.oid))
         from pg_constraint k join ours on ours.oid = k.conrelid where k.contype = 'f' and k.conparentid = 0
       union all
       select 3, format('alter table %s disable trigger %I', id, t.tgname),
           format('alter table %s enable %s trigger %I', id, case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname)
         from pg_trigger t join ours on ours.oid = t.tgrelid where not t.tgisinternal and t.tgenabled <> 'D'
       union all
       select 4, format('alter table %s no force row level security', id), format('alter table %s force row level security', id)
         from ours where relforcerowsecurity
     ) fixtures order by step, make`,
  );
  return rows;
}
