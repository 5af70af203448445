import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openPlatform, startApp } from '../app.ts';
import { loadConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { runSql } from '../platform/db/testing.ts';
import { createLogger } from '../platform/log/logger.ts';

/** A database without tables on the server of another, and the function that removes it. */
export async function emptyDatabase(
  beside: string,
  owner = '',
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await runSql(
    beside,
    `create database ${name} ${owner === '' ? '' : `owner ${owner}`} template template0 encoding 'UTF8'`,
  );
  const url = new URL(beside);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await runSql(beside, `drop database if exists ${name} with (force)`)),
  };
}

/** A server on a data folder and a database that are there already. */
export async function serve(env: Record<string, string>, cwd: string) {
  const config = loadConfig({ env: { KONTOR_PORT: '0', KONTOR_LOG_LEVEL: 'fatal', ...env }, cwd });
  const log = createLogger('fatal');
  const database = await openDatabase({ url: env['DATABASE_URL'] ?? '', poolSize: 4, log });
  const app = await startApp({ config, platform: await openPlatform({ config, database, log }) });
  return {
    base: `http://127.0.0.1:${app.port}`,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

interface Manifest {
  tables: { name: string; file: string; bytes: number; sha256: string; rows: number; checksum: string }[];
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Changes the rows of a table in a backup, and everything that would tell at once: what is left to find must be found by restoring. */
export function forge(backup: string, table: string, change: (rows: string) => string, withChecksum: boolean): void {
  const path = join(backup, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const entry = manifest.tables.find(({ name }) => name === table);
  if (entry === undefined) throw new Error(`There is no table ${table}.`);
  const rows = change(gunzipSync(readFileSync(join(backup, entry.file))).toString());
  const packed = gzipSync(rows);
  writeFileSync(join(backup, entry.file), packed);
  Object.assign(entry, { bytes: packed.byteLength, sha256: sha256(packed) });
  if (withChecksum) Object.assign(entry, { rows: rows.split('\n').length - 1, checksum: sha256(rows) });
  const text = JSON.stringify(manifest);
  writeFileSync(path, text);
  writeFileSync(join(backup, 'manifest.sha256'), `${sha256(text)}  manifest.json\n`);
}
