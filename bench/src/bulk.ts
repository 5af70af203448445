import type pg from 'pg';

const TABLES = ['activity', 'activity_user', 'activity_search'];

/**
 * Runs `work`, which fills the tables of items, without their indexes and constraints, and builds these again afterwards: row by
 * row into ten indexes, ten million items would take a day.
 */
export async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: constraints } = await client.query<{ place: string; name: string; definition: string }>(
    `select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where (conrelid = any($1::text[]::regclass[]) or confrelid = any($1::text[]::regclass[])) and contype in ('p', 'f', 'u')
     order by contype = 'f', conname`,
    [TABLES],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [TABLES],
  );
  for (const { place, name } of constraints.toReversed())
    await client.query(`alter table ${place} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  await client.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 1");
  for (const { definition } of indexes) await client.query(definition);
  for (const { place, name, definition } of constraints)
    await client.query(`alter table ${place} add constraint ${name} ${definition}`);
}
