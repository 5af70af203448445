import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';

const SOURCE = join(import.meta.dirname, '..', '..');
/** Any constant of ours: one migration at a time, however many servers start. */
const MIGRATION_LOCK = 7_340_021;

/** A database that newer code has written to. The message is fit for the person who started the server. */
export class NewerDatabaseError extends Error {}

/** A database that a migration has changed which is another one by now. The message is fit for the person who started the server. */
export class ChangedMigrationError extends Error {}

export interface AppliedMigration {
  readonly name: string;
  /** SHA-256 of its text with line ends of Unix. */
  readonly hash: string;
}

interface Migration extends AppliedMigration {
  readonly sql: string;
}

async function readMigrations(): Promise<Migration[]> {
  const files: string[] = [];
  for await (const file of glob(['platform/db/migrations/*.sql', 'modules/*/migrations/*.sql'], { cwd: SOURCE }))
    files.push(file);
  const migrations = await Promise.all(
    files.map(async (file) => {
      const sql = (await readFile(join(SOURCE, file), 'utf8')).replaceAll('\r\n', '\n');
      return { name: basename(file, '.sql'), sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  return migrations.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** All migrations of this version, in their order. */
export const knownMigrations = async (): Promise<readonly AppliedMigration[]> => readMigrations();

/**
 * Brings a database up to this version of the code, or to the schema that only had the migrations `only`: every numbered
 * file once, in order, each in its own transaction. Returns what was applied. Throws NewerDatabaseError where it holds
 * migrations that this code does not know, ChangedMigrationError where it holds others of the same name.
 */
export async function migrateDatabase(url: string, only?: readonly AppliedMigration[]): Promise<readonly string[]> {
  const known = await readMigrations();
  if (only !== undefined) requireKnown(only, known);
  const migrations = only === undefined ? known : known.filter(({ name }) => only.some((it) => it.name === name));
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const missing = await missingOf(client, migrations);
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function missingOf(client: pg.Client, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows } = await client.query<AppliedMigration>('select name, hash from migration order by name');
  requireKnown(rows, migrations);
  return migrations.filter(({ name }) => !rows.some((row) => row.name === name));
}

function requireKnown(applied: readonly AppliedMigration[], known: readonly AppliedMigration[]): void {
  const unknown = applied.filter(({ name }) => !known.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ');
    throw new NewerDatabaseError(
      `The database was written by a newer version of Kontor (it knows ${names}). Start that version, or restore an older backup.`,
    );
  }
  const changed = applied.find(({ name, hash }) => known.some((it) => it.name === name && it.hash !== hash));
  if (changed !== undefined) {
    throw new ChangedMigrationError(
      `The database was built by another form of the migration ${changed.name} than this version of Kontor has. Start the version that built it, or restore a backup that this version made.`,
    );
  }
}

export interface SchemaState {
  /** Migrations of this version that the database has not had yet. */
  readonly missing: readonly string[];
  readonly isEmpty: boolean;
  /** Whether another Kontor process is connected. */
  readonly isInUse: boolean;
}

/** How far a database is, without changing it. Throws NewerDatabaseError like `migrateDatabase`. */
export async function schemaState(url: string): Promise<SchemaState> {
  const migrations = await readMigrations();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ known: boolean; used: boolean }>(
      `select to_regclass('migration') is not null as known, exists (select from pg_stat_activity
         where datname = current_database() and application_name = 'kontor' and pid <> pg_backend_pid()) as used`,
    );
    const isEmpty = rows[0]?.known !== true;
    const missing = isEmpty ? migrations : await missingOf(client, migrations);
    return { missing: missing.map(({ name }) => name), isEmpty, isInUse: rows[0]?.used === true };
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into migration (name, hash) values ($1, $2)', [migration.name, migration.hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
}
