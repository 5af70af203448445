import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFull, StartError } from '../../start-error.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { readPostmaster } from './postmaster.ts';

const MEGABYTE = 1024 * 1024;

export interface Launch {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  /** False only in tests: nothing is forced to disk. */
  readonly durable: boolean;
  readonly dataFolder: string;
}

export interface Launched {
  readonly child: ChildProcess;
  readonly port: number;
}

/**
 * Starts PostgreSQL and waits until it takes connections, however long it recovers. Without a port it picks a free one.
 * Throws a StartError that says why it did not start.
 */
export async function launch(options: Launch, port?: number): Promise<Launched> {
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort());
    const { logFile } = options.cluster;
    const logBegin = openLog(logFile);
    const child = start(options, chosen);
    const failure = await untilReady(child, options.cluster);
    if (!failure) return { child, port: chosen };
    const log = readFileSync(logFile).subarray(logBegin).toString();
    // Another program took the port meanwhile, or the processes of a killed server are still on their way out.
    const passing = /Address already in use|in use by another|is still in use|lock file .* already exists/i.test(log);
    if (!passing || attempt >= 50) throw explain(`${failure}\n${log}`, options);
    await sleep(200);
  }
}

function start({ cluster, binaries, account, durable }: Launch, port: number): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    shared_buffers: `${Math.round(Math.min(1024, Math.max(128, totalmem() / MEGABYTE / 8)))}MB`,
    wal_compression: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    cluster_name: 'kontor',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(cluster.logFile, 'a', 0o600);
  try {
    // In a process group of its own: a Ctrl-C in the terminal must not reach it before our ordered stop.
    const child = spawn(binaries.postgres, ['-D', cluster.folder, ...args], {
      cwd: cluster.folder,
      env: binaries.env,
      ...account,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** Resolves to undefined when the server is ready, else to why not. */
async function untilReady(child: ChildProcess, cluster: Cluster): Promise<string | undefined> {
  const ended: { why?: string } = {};
  child.on('error', (error) => (ended.why = error.message));
  child.on('exit', (code, signal) => (ended.why ??= `it ended with ${signal ?? code}`));
  for (;;) {
    if (ended.why) return ended.why;
    const postmaster = readPostmaster(cluster.folder);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return undefined;
    await sleep(10);
  }
}

/** Where this start's lines begin; a log beyond 10 MB is set aside first. */
function openLog(file: string): number {
  if (!existsSync(file)) return 0;
  const { size } = statSync(file);
  if (size < 10 * MEGABYTE) return size;
  renameSync(file, `${file}.old`);
  return 0;
}

function explain(log: string, { dataFolder, cluster }: Launch): StartError {
  const full = diskFull(log, dataFolder);
  if (full) return full;
  const last = log.split('\n').findLast((line) => /FATAL|PANIC/.test(line)) ?? log.split('\n')[0] ?? '';
  const reason = last.replace(/^.*?(?:FATAL|PANIC):\s*/, '');
  return new StartError(`The database could not be started: ${reason}. More stands in ${cluster.logFile}.`, {
    cause: log,
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
