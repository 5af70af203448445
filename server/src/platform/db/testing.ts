import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from './embedded/embedded.ts';

/** Where the servers of the tests learn of each other: set by startTestServer, inherited by every test process. */
const VARIABLE = 'KONTOR_TEST_SERVER';
const TEMPLATE = 'kontor_template';

export interface TestDatabase {
  readonly name: string;
  /** The connection string of a database that no other test uses. */
  readonly url: string;
  /** Removes it, ending connections that are still open. */
  drop(): Promise<void>;
}

/**
 * Starts one PostgreSQL for all tests, without durability, and builds the template of their databases with `migrate`.
 * Uses the server of KONTOR_TEST_DATABASE_URL (whose user may create databases) instead when that is set.
 * Returns the function that stops it.
 */
export async function startTestServer(migrate: (url: string) => Promise<void>): Promise<() => Promise<void>> {
  const external = process.env['KONTOR_TEST_DATABASE_URL'];
  const embedded = external ? undefined : await startTemporary();
  const url = external ?? embedded?.url ?? '';
  // Runs that share an external server must not share a template.
  const template = `${TEMPLATE}_${randomBytes(4).toString('hex')}`;
  await runSql(url, `create database ${template} template template0`);
  await migrate(withDatabase(url, template));
  process.env[VARIABLE] = JSON.stringify({ url, template, isExternal: embedded === undefined });
  return async () => {
    if (embedded) await embedded.close();
    else await runSql(url, `drop database if exists ${template} with (force)`);
  };
}

/**
 * A database of the test's own with the schema in place, or a copy of that of another name, which nobody may be connected to; takes some 50 ms
 * of a processor, where databases lie in memory.
 */
export async function createTestDatabase(copied?: string): Promise<TestDatabase> {
  const server = process.env[VARIABLE];
  if (!server) throw new Error('There is no test server: run this file in the vitest project "server".');
  const { url, template, isExternal } = JSON.parse(server) as { url: string; template: string; isExternal: boolean };
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Several tests may copy the template at once, which PostgreSQL allows as long as nobody is connected to it.
  // Ours waits for no disk: to copy files takes an eighth of the time that writing them to the log does.
  await runSql(url, `create database ${name} template ${copied ?? template} ${isExternal ? '' : 'strategy file_copy'}`);
  if (isExternal) await runSql(url, `alter database ${name} set synchronous_commit = off`);
  return {
    name,
    url: withDatabase(url, name),
    drop: async () => void (await runSql(url, `drop database if exists ${name} with (force)`)),
  };
}

/** Linux keeps these files in memory. */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Where databases of tests lie: in memory, where there is enough of it. A database is more than a thousand small files, and to make and
 * remove them on a disk takes five times as much of a processor.
 */
export function databasesFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function startTemporary(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(databasesFolder(), 'kontor-test-'));
  // As root, PostgreSQL runs as another user, which must get there.
  chmodSync(folder, 0o755);
  const log = {
    info() {},
    warn: (fields: object, message: string) => process.emitWarning(message, { detail: JSON.stringify(fields) }),
  };
  const embedded = await startEmbedded({ dataFolder: folder, log, durable: false });
  return {
    url: embedded.url,
    async close() {
      await embedded.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Runs SQL on a connection of its own and answers the rows. */
export async function runSql(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
