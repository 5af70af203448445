import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDataFolder } from '../../data-folder/data-folder.ts';
import { takeLock } from '../../data-folder/lock.ts';
import { isAlive } from '../../data-folder/process-identity.ts';
import { diskFull, StartError } from '../../start-error.ts';
import { databaseAccount } from './account.ts';
import { provideBinaries } from './binaries.ts';
import { provideCluster } from './cluster.ts';
import { type Launch, launch } from './launch.ts';
import { parentFolderOf } from './place.ts';
import {
  databaseUrl,
  findRunning,
  provideDatabase,
  readPostmaster,
  signalServer,
  type StopSignal,
  StopWatch,
} from './postmaster.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface Options {
  /** Absolute path; made when missing. */
  readonly dataFolder: string;
  readonly log: Log;
  /** False only in tests, where losing everything with the machine is fine. */
  readonly durable?: boolean;
  /** How long the database may take to stop where others have told it to, in milliseconds; for tests. */
  readonly maxStoppingMs?: number;
}

export interface Embedded {
  /** The connection string of the database `kontor`, the same for as long as this runs. */
  readonly url: string;
  /** The server was still running, left behind by a killed parent. */
  readonly adopted: boolean;
  /** Stops the server in order and gives the data folder free. */
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL on its folder inside the data folder, or takes over the one that still runs there, and starts it
 * again on the same port should it end. Throws a StartError with one sentence when that cannot be.
 */
export async function startEmbedded({ dataFolder, log, durable = true, maxStoppingMs }: Options): Promise<Embedded> {
  const folder = await openDataFolder(dataFolder);
  const locks = [() => folder.close()];
  try {
    const account = databaseAccount(dataFolder);
    const parentFolder = parentFolderOf(dataFolder, account);
    if (parentFolder !== dataFolder) {
      locks.push(await takeLock(parentFolder));
      log.info({ place: parentFolder }, 'the database lies outside of the data folder, which only root may enter');
    }
    const binaries = provideBinaries(account, parentFolder);
    const cluster = await provideCluster({ dataFolder, parentFolder, account, binaries, durable });
    const options = { cluster, binaries, account, durable, dataFolder };
    const server = await Supervised.open(options, log, maxStoppingMs);
    return {
      url: databaseUrl(cluster, server.port, 'kontor'),
      adopted: server.adopted,
      async close() {
        await server.close();
        for (const release of locks) release();
      },
    };
  } catch (error) {
    for (const release of locks) release();
    throw diskFull(error, dataFolder) ?? forbidden(error, dataFolder) ?? error;
  }
}

function forbidden(error: unknown, dataFolder: string): StartError | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM') return undefined;
  return new StartError(
    `The database in ${dataFolder} belongs to another user: ${path ?? 'a file'} is closed to this one. ` +
      `Start Kontor as the user who started it first.`,
    { cause: error },
  );
}

/** One running server: watched, started again, stopped. */
class Supervised {
  readonly port: number;
  readonly adopted: boolean;
  #options: Launch;
  #log: Log;
  #pid: number;
  #child: ChildProcess | undefined;
  #closing = false;
  #watch: NodeJS.Timeout | undefined;
  #restarting: Promise<void> | undefined;
  readonly #stopWatch: StopWatch;

  private constructor(
    options: Launch,
    log: Log,
    {
      pid,
      port,
      child,
      stopWatch,
    }: { pid: number; port: number; child: ChildProcess | undefined; stopWatch: StopWatch },
  ) {
    this.#stopWatch = stopWatch;
    this.#options = options;
    this.#log = log;
    this.#pid = pid;
    this.#child = child;
    this.port = port;
    this.adopted = child === undefined;
  }

  static async open(options: Launch, log: Log, maxStoppingMs?: number): Promise<Supervised> {
    const began = performance.now();
    const stopWatch = new StopWatch(maxStoppingMs);
    const running = await findRunning(options, stopWatch);
    const launched = running ? undefined : await launch(options);
    const { port, pid } = running ?? { port: launched?.port ?? 0, pid: launched?.child.pid ?? 0 };
    const server = new Supervised(options, log, { pid, port, child: launched?.child, stopWatch });
    try {
      await provideDatabase(options.cluster, port);
    } catch (error) {
      await server.close();
      throw error;
    }
    server.#watch = setInterval(() => server.#check(), 500).unref();
    const milliseconds = Math.round(performance.now() - began);
    log.info({ port, pid, milliseconds }, running ? 'database taken over' : 'database started');
    return server;
  }

  get #running(): boolean {
    const child = this.#child;
    if (child) return child.exitCode === null && child.signalCode === null;
    return isAlive(this.#pid) && readPostmaster(this.#options.cluster.folder)?.pid === this.#pid;
  }

  #check(): void {
    if (this.#closing || this.#restarting) return;
    if (this.#running) {
      if (!this.#stopWatch.isStuck(readPostmaster(this.#options.cluster.folder))) return;
      this.#log.warn({ pid: this.#pid }, 'the database does not come to its stop and is ended');
      void this.#signal('SIGQUIT');
      return;
    }
    this.#log.warn({ pid: this.#pid }, 'the database has ended and is started again');
    this.#restarting = this.#restart().finally(() => (this.#restarting = undefined));
  }

  async #restart(): Promise<void> {
    try {
      const { child } = await launch(this.#options, this.port);
      this.#child = child;
      this.#pid = child.pid ?? 0;
    } catch (error) {
      this.#log.warn({ error }, 'the database could not be started again');
    }
  }

  /** Fast stop; after 10 s an immediate one, which the next start recovers from; after another 5 s the hard one. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#watch);
    await this.#restarting;
    for (const [signal, milliseconds] of [
      ['SIGINT', 10_000],
      ['SIGQUIT', 5000],
      ['SIGKILL', 5000],
    ] as const) {
      if (!this.#running) break;
      await this.#signal(signal);
      const end = Date.now() + milliseconds;
      while (this.#running && Date.now() < end) await sleep(10);
      if (this.#running) this.#log.warn({ signal }, 'the database does not stop');
    }
    // It removes its postmaster.pid shortly before it ends.
    for (let waited = 0; isAlive(this.#pid) && waited < 2000; waited += 10) await sleep(10);
  }

  async #signal(signal: StopSignal): Promise<void> {
    try {
      await signalServer(this.#options, this.#pid, signal);
    } catch (error) {
      this.#log.warn({ error, signal }, 'no signal to the database');
    }
  }
}
