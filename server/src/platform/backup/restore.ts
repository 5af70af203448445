import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { migrateJobs } from '../jobs/runner.ts';
import type { Logger } from '../log/logger.ts';
import { StartError } from '../start-error.ts';
import type { Stored } from '../storage/stored.ts';
import { quote, readFixtures, readTables, tableId, type TableShape } from './catalog.ts';
import type { BackupManifest, TableInBackup } from './manifest.ts';
import { connectPlainly, copyOut, measure, rowsOf } from './streams.ts';

interface Options {
  readonly folder: string;
  readonly manifest: BackupManifest;
  /** Connection string of the owner of an empty database. */
  readonly url: string;
  readonly stored: readonly Stored[];
  readonly log: Logger;
  readonly signal: AbortSignal;
  onProgress?(what: string): void;
}

/**
 * Builds the schema that a backup was made of in an empty database, loads the rows in one transaction, compares every table's number
 * and checksum of rows before the commit, and brings the schema up to this version. Foreign keys are made again, which
 * checks them. Throws where anything differs: then there are no rows.
 */
export async function restoreRows(options: Options): Promise<void> {
  const { url, manifest, log, folder } = options;
  await migrateDatabase(url, manifest.migrations);
  const database = await openDatabase({ url, poolSize: 2, log });
  try {
    await migrateJobs(database);
  } finally {
    await database.close();
  }
  const client = await connectPlainly(url);
  try {
    await client.query('begin');
    const shapes = await matchTables(client, manifest);
    const fixtures = await readFixtures(client);
    for (const { drop } of fixtures) await client.query(drop);
    await client.query(`truncate ${shapes.map(([shape]) => tableId(shape)).join(', ')}`);
    for (const [, table] of shapes) {
      options.signal.throwIfAborted();
      options.onProgress?.(`${table.schema}.${table.name}`);
      await load(client, folder, table);
    }
    for (const [shape, table] of shapes) await compare(client, shape, table);
    for (const { make } of fixtures) await client.query(make);
    await restoreSequences(client, manifest);
    await client.query('commit');
    await client.query('analyze');
    await migrateDatabase(url);
    await settle(client, options.stored);
  } finally {
    // Without a commit before it this is a rollback.
    await client.end();
  }
}

/** What modules want done to rows that come out of a backup, for all instances, under the schema of this version. */
async function settle(client: pg.Client, stored: readonly Stored[]): Promise<void> {
  await client.query('begin');
  const walls = (await readFixtures(client)).filter(({ isWall }) => isWall);
  for (const { drop } of walls) await client.query(drop);
  for (const statement of stored.flatMap(({ afterRestore }) => afterRestore ?? [])) await client.query(statement);
  // What is counted before a commit is counted now: a table with rows that wait for that cannot be altered.
  await client.query('set constraints all immediate');
  for (const { make } of walls) await client.query(make);
  await client.query('commit');
}

/** The tables of the database beside those of the backup, by the same names and columns. */
async function matchTables(
  client: pg.Client,
  { tables, kontor }: BackupManifest,
): Promise<readonly (readonly [TableShape, TableInBackup])[]> {
  const shapes = await readTables(client);
  const pairs = tables.map((table) => [shapes.find((shape) => tableId(shape) === tableId(table)), table] as const);
  const fits = (shape: TableShape | undefined, { columns }: TableInBackup): shape is TableShape =>
    shape !== undefined && columns.every((column) => shape.columns.includes(column));
  const odd = pairs.find(([shape, table]) => !fits(shape, table));
  if (odd !== undefined || shapes.length !== tables.length) {
    const name = odd === undefined ? 'another number of tables' : `${odd[1].schema}.${odd[1].name}`;
    throw new StartError(
      `The backup was made by version ${kontor}, whose tables are not those of this version (${name}). Restore it with that version, and upgrade then.`,
    );
  }
  return pairs.flatMap(([shape, table]) => (shape === undefined ? [] : [[shape, table] as const]));
}

async function load(client: pg.Client, folder: string, table: TableInBackup): Promise<void> {
  const target = copyFrom(`copy ${tableId(table)} (${table.columns.map(quote).join(', ')}) from stdin`);
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), client.query(target));
}

async function compare(client: pg.Client, shape: TableShape, table: TableInBackup): Promise<void> {
  const { lines, sha256 } = await measure(copyOut(client, rowsOf(shape, table.columns), undefined));
  if (lines === table.rows && sha256 === table.checksum) return;
  throw new Error(
    `The table ${table.schema}.${table.name} is not what was backed up: ${lines} rows of ${table.rows}, checksum ${sha256}.`,
  );
}

async function restoreSequences(client: pg.Client, { sequences }: BackupManifest): Promise<void> {
  for (const { schema, name, value } of sequences)
    await client.query('select setval($1::regclass, $2)', [tableId({ schema, name }), value]);
}
