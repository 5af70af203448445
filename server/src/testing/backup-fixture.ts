import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { startApp } from '../app.ts';
import { openPlatform } from '../open-platform.ts';
import { rawMail } from '../modules/mail/testing/factory.ts';
import { type BackupManifest, readManifest } from '../platform/backup/manifest.ts';
import { loadConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { runSql } from '../platform/db/testing.ts';
import { testLog } from './logged.ts';
import { type CliFixture, type Heard, startCliFixture } from './cli.ts';
import { NEVER_SHED } from '../platform/load/rules.ts';

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
  const log = testLog();
  const database = await openDatabase({ url: env['DATABASE_URL'] ?? '', poolSize: 4, log });
  const platform = await openPlatform({ config, database, log });
  const app = await startApp({ config, platform, pressureLimits: NEVER_SHED });
  return {
    base: `http://127.0.0.1:${app.port}`,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

export const MAILS = 12;

/** A running server with mails and a mailbox, and the command line beside it that backs it up and restores it. */
export interface BackupFixture extends CliFixture {
  /** The user id of `anna`. */
  readonly anna: number;
  readonly keyFile: string;
  /** Brings MAILS mails with attachments in. */
  importMails(name: string): Promise<void>;
  /** The answer of a command as scripts get it; paths have spaces. */
  answer<T = Record<string, unknown>>(...args: string[]): Promise<T>;
  backUp(): Promise<{ readonly folder: string; readonly manifest: BackupManifest }>;
  /** A place for a restore: a data folder that is not there yet, and an empty database. */
  emptyTarget(owner?: string): Promise<Record<'KONTOR_DATA' | 'DATABASE_URL', string>>;
  restore(folder: string, env: Record<string, string>, more?: readonly string[]): Promise<Heard>;
  /** Something to do after the test. */
  readonly ends: (() => Promise<unknown>)[];
  endAll(): Promise<void>;
}

export async function startBackupFixture(): Promise<BackupFixture> {
  const fixture = await startCliFixture();
  const { server, folder, kontor, env } = fixture;
  env['KONTOR_DATA'] = server.dataFolder;
  const users = (await runSql(server.url, 'select user_id as id from app_user')) as { id: number }[];
  const keyFile = join(server.dataFolder, 'kontor.key');
  const ends: (() => Promise<unknown>)[] = [];
  let count = 0;
  const answer: BackupFixture['answer'] = async <T>(...args: string[]) => {
    const { code, out, err } = await kontor([...args, '--json']);
    if (code !== 0) throw new Error(err);
    return JSON.parse(out) as T;
  };
  const importMails = async (name: string) => {
    const source = join(folder, name);
    mkdirSync(source);
    for (let at = 0; at < MAILS; at += 1) {
      const files = { 'Liste.pdf': Buffer.from(randomUUID().repeat(99)) };
      writeFileSync(join(source, `${at}.eml`), rawMail({ files }));
    }
    const { imported } = await answer<{ imported: number }>('import', 'werk', 'anna', source);
    if (imported !== MAILS) throw new Error(`Of ${MAILS} mails ${imported} were imported.`);
  };
  await fixture.addMailbox('werk', 'anna');
  await importMails('first');
  return {
    ...fixture,
    anna: Number(users[0]?.id),
    keyFile,
    importMails,
    answer,
    async backUp() {
      count += 1;
      const target = join(folder, `backup-${count}`);
      await answer('backup', target);
      return { folder: target, manifest: await readManifest(target) };
    },
    async emptyTarget(owner = '') {
      const database = await emptyDatabase(server.url, owner);
      ends.push(database.drop);
      count += 1;
      return { KONTOR_DATA: join(folder, `restored-${count}`), DATABASE_URL: database.url };
    },
    restore: (from, into, more = ['--key-file', keyFile]) => kontor(['restore', from, ...more], { env: into }),
    ends,
    async endAll() {
      for (const end of ends.splice(0).toReversed()) await end();
    },
  };
}

interface Manifest {
  tables: { name: string; file: string; bytes: number; sha256: string; rows: number; checksum: string }[];
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Changes the rows of a table in a backup, and everything that would tell at once: what is left to find must be found by restoring. */
export function forge(backup: string, table: string, change: (rows: string) => string, withChecksum: boolean): void {
  rewriteManifest(backup, ({ tables }) => {
    const entry = tables.find(({ name }) => name === table);
    if (entry === undefined) throw new Error(`There is no table ${table}.`);
    const rows = change(gunzipSync(readFileSync(join(backup, entry.file))).toString());
    const packed = gzipSync(rows);
    writeFileSync(join(backup, entry.file), packed);
    Object.assign(entry, { bytes: packed.byteLength, sha256: sha256(packed) });
    if (withChecksum) Object.assign(entry, { rows: rows.split('\n').length - 1, checksum: sha256(rows) });
  });
}

/** Changes what a backup says of itself, and the checksum of that. */
export function rewriteManifest(backup: string, change: (manifest: Manifest) => void): void {
  const path = join(backup, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  change(manifest);
  const text = JSON.stringify(manifest);
  writeFileSync(path, text);
  writeFileSync(join(backup, 'manifest.sha256'), `${sha256(text)}  manifest.json\n`);
}
