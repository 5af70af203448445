import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { isAlive, programOf } from '../../data-folder/process-identity.ts';
import type { Binaries } from './binaries.ts';
import { type Cluster, USER } from './cluster.ts';

/** What `postmaster.pid` tells: lines 1, 4 and 8. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

export function readPostmaster(folder: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined;
  } catch {
    return undefined;
  }
}

const EXISTS = `select 1 from pg_database where datname = 'kontor'`;

export const databaseUrl = ({ password }: Cluster, port: number, database: string) =>
  `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;

/** How long a server may take to stop, in milliseconds: one that is told to while it recovers may never end (PostgreSQL 18). */
export const MAX_STOPPING_MS = 30_000;

/** Tells of a server that it has been stopping for too long. */
export class StopWatch {
  readonly #maxMs: number;
  #since: number | undefined;

  constructor(maxMs = MAX_STOPPING_MS) {
    this.#maxMs = maxMs;
  }

  /** Whether it is time to end it at once; again after the same time. */
  isStuck(found: Postmaster | undefined): boolean {
    if (found?.status !== 'stopping') {
      this.#since = undefined;
      return false;
    }
    this.#since ??= performance.now();
    if (performance.now() - this.#since < this.#maxMs) return false;
    this.#since = undefined;
    return true;
  }
}

export type StopSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

/** Tells a server to stop in order, at once (the next start recovers), or not to be any more. Nothing where it is gone already. */
export async function signalServer(
  { binaries, cluster }: { readonly binaries: Binaries; readonly cluster: Cluster },
  pid: number,
  signal: StopSignal,
): Promise<void> {
  try {
    if (process.platform !== 'win32' || signal === 'SIGKILL') process.kill(pid, signal);
    // Windows has no such signals; PostgreSQL brings its own there.
    else {
      const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
      await promisify(execFile)(binaries.pgCtl, ['stop', '-D', cluster.folder, '-m', mode, '-W']);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * The server that still runs on the cluster, once it is ready, or undefined. A `postmaster.pid` whose process is another
 * program by now is removed, since PostgreSQL would refuse to start beside it; one that does not come to its stop is ended.
 */
export async function findRunning(
  at: { readonly binaries: Binaries; readonly cluster: Cluster },
  watch = new StopWatch(),
): Promise<Postmaster | undefined> {
  const { cluster } = at;
  for (;;) {
    const found = readPostmaster(cluster.folder);
    if (!found || !isAlive(found.pid)) return undefined;
    if (!programOf(found.pid)?.includes('postgres')) {
      rmSync(join(cluster.folder, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (found.status === 'ready' && (await isOurs(cluster, found.port))) return found;
    // It is starting, recovering or stopping.
    if (watch.isStuck(found)) await signalServer(at, found.pid, 'SIGQUIT');
    await sleep(50);
  }
}

/** Whether the server at the port answers to our password and serves this cluster. */
async function isOurs(cluster: Cluster, port: number): Promise<boolean> {
  try {
    const { rows } = await query(databaseUrl(cluster, port, 'postgres'), 'show data_directory');
    return resolve(String(rows[0]?.['data_directory'])) === cluster.folder;
  } catch {
    return false;
  }
}

/** Whether the server at the port is this cluster's and has the database `kontor`. */
export async function isServed(cluster: Cluster, port: number): Promise<boolean> {
  if (!(await isOurs(cluster, port))) return false;
  return (await query(databaseUrl(cluster, port, 'postgres'), EXISTS)).rowCount === 1;
}

/** Makes the database `kontor` where it is missing; also the proof that the server answers. */
export async function provideDatabase(cluster: Cluster, port: number): Promise<string> {
  const admin = databaseUrl(cluster, port, 'postgres');
  const { rowCount } = await query(admin, EXISTS);
  if (rowCount === 0) await query(admin, 'create database kontor');
  return databaseUrl(cluster, port, 'kontor');
}

async function query(url: string, text: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // The server may go at any time; without a listener that ends this process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
