import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import type { BlobStore } from '../storage/blobs.ts';
import type { Stored } from '../storage/stored.ts';
import { syncFolder } from '../storage/sync-folder.ts';
import { saveBlobs } from './blobs.ts';
import { quote, readSequences, readTables } from './catalog.ts';
import { type BackupManifest, manifestFiles, type TableInBackup } from './manifest.ts';
import { connectPlainly, copyOut, linesOf, rowsOf, tally, writeThrough } from './streams.ts';

const NAMED = 'named-blobs.gz';

interface Options {
  /** Connection string of the owner. */
  readonly url: string;
  readonly blobs: BlobStore;
  readonly stored: readonly Stored[];
  /** The folder that the backup becomes; must not exist. */
  readonly target: string;
  readonly version: string;
  readonly signal: AbortSignal;
  onProgress?(what: string): void;
}

/**
 * Writes a backup: all rows of one snapshot, then the blobs, then the manifest. The folder bears another name until
 * everything is on the disk, so that none that was cut off looks whole. Memory stays bounded.
 * Throws a StartError where the folder is there already, or an instance was removed meanwhile.
 */
export async function writeBackup(options: Options): Promise<BackupManifest> {
  const { target } = options;
  if (existsSync(target)) throw new StartError(`There is something at ${target} already. Name a new folder.`);
  const aside = `${target}.partial-${process.pid}`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(join(aside, 'tables'), { recursive: true, mode: 0o700 });
  try {
    const manifest = await fill(options, aside);
    for (const [name, text] of manifestFiles(manifest))
      await writeFile(join(aside, name), text, { mode: 0o600, flush: true });
    for (const folder of [join(aside, 'tables'), aside]) await syncFolder(folder);
    await rename(aside, target);
    await syncFolder(dirname(target));
    return { format: 1, ...manifest };
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

async function fill(options: Options, folder: string): Promise<Omit<BackupManifest, 'format'>> {
  const { url, version, blobs, signal, onProgress } = options;
  const began = performance.now();
  const client = await connectPlainly(url);
  try {
    const { manifest, named, instanceIds } = await saveRows(client, options, folder);
    // Sequences know no snapshot; read after it, they are never behind a row.
    const sequences = await readSequences(client);
    const saved = await saveBlobs({
      blobs,
      folder,
      named: NAMED,
      signal,
      onProgress: (count) => onProgress?.(`${count} blobs`),
    });
    if (saved.lostCount > 0) await requireInstances(client, instanceIds);
    for (const made of saved.folders) await syncFolder(made);
    const { count, bytes, list, lost, lostCount } = saved;
    return {
      kontor: version,
      seconds: Math.round((performance.now() - began) / 100) / 10,
      ...manifest,
      sequences: [...sequences],
      blobs: { count, bytes, list, named, lost: [...lost], lostCount },
    };
  } finally {
    await client.end();
  }
}

/** Fails where an instance of the snapshot is gone: its blobs went with it. */
async function requireInstances(client: pg.Client, instanceIds: readonly number[]): Promise<void> {
  const { rowCount } = await client.query('select from instance where instance_id = any($1)', [instanceIds]);
  if (rowCount !== instanceIds.length)
    throw new StartError('An instance was removed while the backup was made. Make the backup again.');
}

/** All tables in one snapshot, and the list of the blobs that they name. */
async function saveRows(client: pg.Client, { stored, signal, onProgress }: Options, folder: string) {
  await client.query('begin isolation level repeatable read');
  const facts = await readFacts(client);
  const shapes = await readTables(client);
  const walled = shapes.some(({ isWalled }) => isWalled) ? facts.instanceIds : undefined;
  const tables: TableInBackup[] = [];
  for (const shape of shapes) {
    signal.throwIfAborted();
    const { schema, name, columns } = shape;
    onProgress?.(`${schema}.${name}`);
    const file = `tables/${schema}.${name}.copy.gz`;
    const content = tally();
    const source = copyOut(client, rowsOf(shape), shape.isWalled ? walled : undefined);
    const written = await writeThrough(content.tap(source), join(folder, file), signal);
    const { lines: rows, sha256: checksum } = content.result;
    tables.push({ schema, name, columns: [...columns], rows, checksum, file, ...written });
  }
  const keys = await countKeys(client, stored, walled);
  const names = copyOut(client, namesOf(stored), walled);
  const named = { file: NAMED, ...(await writeThrough(names, join(folder, NAMED), signal)) };
  await client.query('commit');
  const { instanceIds, ...manifest } = facts;
  return { manifest: { ...manifest, keys, tables }, named, instanceIds };
}

async function readFacts(client: pg.Client) {
  // The first statement takes the snapshot, and its time is just before it: what was answered until then is in.
  const { rows } = await client.query<{ at: Date; postgres: string; ids: number[] | null }>(
    `select statement_timestamp() as at, split_part(current_setting('server_version'), ' ', 1) as postgres,
       (select json_agg(instance_id order by instance_id) from instance) as ids`,
  );
  const migrations = await client.query<{ name: string; hash: string }>(
    'select name, hash from migration order by name collate "C"',
  );
  const jobs = await client.query<{ id: number }>('select max(id)::int as id from graphile_worker.migrations');
  const facts = rows[0];
  if (facts === undefined) throw new Error('The database does not answer.');
  return {
    takenAt: facts.at.toISOString(),
    postgres: facts.postgres,
    instanceIds: facts.ids ?? [],
    migrations: migrations.rows,
    jobs: jobs.rows[0]?.id ?? 0,
  };
}

const namesOf = (stored: readonly Stored[]): string => {
  const selects = stored
    .flatMap(({ blobs }) => blobs)
    .map(({ table, column }) => `select instance_id, ${quote(column)} as hash from ${quote(table)}`);
  const none = 'select null::int as instance_id, null::text as hash where false';
  return `select distinct instance_id, hash from (${[none, ...selects].join(' union all ')}) named where hash <> '' order by 1, 2`;
};

async function countKeys(client: pg.Client, stored: readonly Stored[], walled: readonly number[] | undefined) {
  const counts = new Map<string, number>();
  for (const { table, column } of stored.flatMap(({ secrets }) => secrets)) {
    const query = `select split_part(${quote(column)}, '.', 1), count(*) from ${quote(table)}
      where ${quote(column)} <> '' group by 1`;
    for await (const line of linesOf(copyOut(client, query, walled))) {
      const [id = '', count] = line.split('\t');
      counts.set(id, (counts.get(id) ?? 0) + Number(count));
    }
  }
  return [...counts].map(([id, secrets]) => ({ id, secrets })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
