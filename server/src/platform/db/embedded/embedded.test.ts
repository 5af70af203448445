import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAlive } from '../../data-folder/process-identity.ts';
import { databasesFolder } from '../testing.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

const log = { info() {}, warn() {} };
let root: string;
let dataFolder: string;
let opened: Embedded[];
let held: ChildProcess[];

beforeEach(() => {
  root = mkdtempSync(join(databasesFolder(), 'kontor embedded '));
  // As root, a folder that is closed to others would be left for /var/lib/kontor.
  chmodSync(root, 0o755);
  dataFolder = join(root, 'a folder', 'data');
  opened = [];
  held = [];
});

afterEach(async () => {
  for (const child of held) await kill(child);
  if (held.length && opened.length === 0) await start();
  for (const embedded of opened) await embedded.close();
  rmSync(root, { recursive: true });
});

async function start(maxStoppingMs?: number): Promise<Embedded> {
  const embedded = await startEmbedded({ dataFolder, log, maxStoppingMs });
  opened.push(embedded);
  return embedded;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = () => Number(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

async function until(condition: () => boolean, milliseconds = 60_000): Promise<void> {
  for (const end = Date.now() + milliseconds; !condition(); await sleep(20)) {
    if (Date.now() > end) throw new Error('it did not happen in time');
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function hold(): Promise<{ child: ChildProcess; url: string; adopted: boolean }> {
  const script = join(import.meta.dirname, 'test', 'hold-process.ts');
  const child = spawn(process.execPath, [script, dataFolder], { stdio: ['ignore', 'pipe', 'inherit'] });
  held.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { url: string; adopted: boolean }) };
}

it('keeps its data over a restart', async () => {
  const first = await start();
  await query(first.url, `create table t as select 'Grüße' as text`);
  const pid = postmasterPid();
  await first.close();
  expect(isAlive(pid)).toBe(false);

  const second = await start();
  expect(await query(second.url, 'select text from t')).toEqual([{ text: 'Grüße' }]);
  expect(await query(second.url, 'show data_checksums')).toEqual([{ data_checksums: 'on' }]);
  expect(await query(second.url, 'show jit')).toEqual([{ jit: 'off' }]);
  const [locale] = await query(
    second.url,
    'select datlocprovider, datlocale from pg_database where datname = $$kontor$$',
  );
  expect(locale).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8' });
});

it('loses no acknowledged row when the server is killed, and comes back on the same port', async () => {
  const { url } = await start();
  await query(url, 'create table t (n int primary key)');
  const pid = postmasterPid();
  let acknowledged = 0;
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    try {
      for (let n = writer; ; n += 4) {
        await client.query('insert into t values ($1)', [n]);
        acknowledged += 1;
      }
    } catch {
      // The kill ends the connection.
    }
  });
  await until(() => acknowledged > 200);
  process.kill(pid, 'SIGKILL');
  await Promise.all(writers);
  const written = acknowledged;
  await until(() => existsSync(join(dataFolder, 'postgres', 'postmaster.pid')) && postmasterPid() !== pid);
  await until(() => readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').includes('ready'));
  const [row] = await query(url, 'select count(*)::int as count from t');
  expect(row?.['count']).toBeGreaterThanOrEqual(written);
  expect(row?.['count']).toBeLessThanOrEqual(written + 4);
});

/** Lets one of the database's own processes stand still, so that it waits for it for ever when it is to stop. */
async function standStill(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  return pid;
}
const statusOf = () =>
  readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')
    .split('\n')[7]
    ?.trim();

it.skipIf(process.platform === 'win32')(
  'ends one that is told to stop and does not come to it, and starts it again',
  async () => {
    const { url } = await start(500);
    await query(url, `create table t as select 'Grüße' as text`);
    const pid = postmasterPid();
    await standStill(url);
    process.kill(pid, 'SIGINT');
    await until(() => statusOf() === 'stopping');
    await until(() => existsSync(join(dataFolder, 'postgres', 'postmaster.pid')) && postmasterPid() !== pid, 30_000);
    await until(() => statusOf() === 'ready');
    expect(await query(url, 'select text from t')).toEqual([{ text: 'Grüße' }]);
  },
);

it.skipIf(process.platform === 'win32')(
  'takes no part of one that was left behind and does not come to its stop',
  async () => {
    const { child, url } = await hold();
    const pid = postmasterPid();
    await standStill(url);
    await kill(child);
    process.kill(pid, 'SIGINT');
    await until(() => statusOf() === 'stopping');
    const { adopted } = await start(500);
    expect(adopted).toBe(false);
    expect(isAlive(pid)).toBe(false);
    expect(postmasterPid()).not.toBe(pid);
  },
);

it('takes over the server that a killed parent left behind', async () => {
  const { child, url } = await hold();
  await query(url, 'create table t as select 1 as n');
  const pid = postmasterPid();
  await kill(child);
  expect(isAlive(pid)).toBe(true);

  const next = await start();
  expect(next).toMatchObject({ adopted: true, url });
  expect(postmasterPid()).toBe(pid);
  expect(await query(next.url, 'select n from t')).toEqual([{ n: 1 }]);
  await next.close();
  expect(isAlive(pid)).toBe(false);
});

it('starts when both were killed, as when the power went', async () => {
  const { child, url } = await hold();
  await query(url, 'create table t as select 1 as n');
  await kill(child);
  process.kill(postmasterPid(), 'SIGKILL');
  const next = await start();
  expect(next.adopted).toBe(false);
  expect(await query(next.url, 'select n from t')).toEqual([{ n: 1 }]);
});

it('starts beside a postmaster.pid and a lock whose process ids belong to other programs by now', async () => {
  await (await start()).close();
  writeFileSync(
    join(dataFolder, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${dataFolder}\n1\n5432\n\n127.0.0.1\n`,
  );
  writeFileSync(join(dataFolder, 'kontor.lock'), JSON.stringify({ pid: process.pid, identity: 'an earlier boot' }));
  await start();
});

it('refuses a second start on the same folder in a sentence', async () => {
  const { child } = await hold();
  await expect(start()).rejects.toThrow(`Kontor is already running on this data folder (process ${child.pid}).`);
  await kill(child);
  await start();
  await expect(start()).rejects.toThrow(`(process ${process.pid})`);
});

it('refuses a folder that a newer version wrote', async () => {
  await (await start()).close();
  writeFileSync(join(dataFolder, 'kontor.json'), '{"format": 99}');
  await expect(start()).rejects.toThrow('written by a newer version of Kontor (format 99');
});
