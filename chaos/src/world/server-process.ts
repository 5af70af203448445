import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MAIN = join(ROOT, 'server', 'src', 'main.ts');
const PRELOAD = join(import.meta.dirname, '..', 'preload');
const START_MS = 90_000;
const STOP_MS = 40_000;
const MAX_STARTS = 3;

export interface ServerOptions {
  /** Folder of this run: the data folder and the log lie in it. */
  readonly folder: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  /** Name of a mistake that is made on purpose. */
  readonly defect: string | undefined;
}

/** How a server ended without having been told to. */
export interface UnplannedExit {
  readonly at: number;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly last: string;
}

/** The real server as a process of its own, which is started again whenever it ends. */
export class ServerProcess {
  readonly unplanned: UnplannedExit[] = [];
  /** Milliseconds from the start of a process until it served, of every start after the first. */
  readonly restarts: number[] = [];
  readonly counts = { killed: 0, stopped: 0, paused: 0 };
  readonly #options: ServerOptions;
  readonly #clockFile: string;
  #child: ChildProcess | undefined;
  #starting: Promise<void> | undefined;
  /** The process that is meant to end. */
  #expected: ChildProcess | undefined;
  #isClosed = false;
  #output = '';

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#clockFile = join(options.folder, 'clock');
    this.moveClock(0);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get port(): number {
    return this.#options.port;
  }

  get logFile(): string {
    return join(this.#options.folder, 'server.log');
  }

  get dataFolder(): string {
    return join(this.#options.folder, 'data');
  }

  /** Shifts the server's clock from the right time, in milliseconds. */
  moveClock(ms: number): void {
    writeFileSync(this.#clockFile, String(ms));
  }

  /** Ends when the server serves; one that does not start is tried again, and noted. */
  async start(): Promise<void> {
    if (this.#starting === undefined && this.#isRunning) return;
    this.#starting ??= this.#launchAgain().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  get #isRunning(): boolean {
    const child = this.#child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  async #launchAgain(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#launch();
      } catch (error) {
        this.unplanned.push({ at: Date.now(), code: null, signal: null, last: String(error) });
        if (tries === MAX_STARTS) throw error;
      }
    }
  }

  /** Ends it as a crash would, and starts it again. */
  async kill(downMs: number): Promise<void> {
    this.counts.killed += 1;
    await this.#end('SIGKILL', downMs);
  }

  /** Ends it in order, as a new version that is brought out would, and starts it again. */
  async stop(downMs: number): Promise<void> {
    this.counts.stopped += 1;
    await this.#end('SIGTERM', downMs);
  }

  /** Ends server and database at once, as when the machine loses its power. */
  async powerCut(downMs: number): Promise<void> {
    this.counts.killed += 1;
    const database = this.databasePid();
    const all = database === undefined ? [] : [...(await childrenOf(database)), database];
    const gone = this.#end('SIGKILL', downMs);
    for (const pid of all) signalTo(pid, 'SIGKILL');
    await gone;
  }

  /** Lets it stand still. */
  async pause(ms: number): Promise<void> {
    this.counts.paused += 1;
    const { pid } = this;
    if (pid === undefined) return;
    signalTo(pid, 'SIGSTOP');
    await sleep(ms);
    signalTo(pid, 'SIGCONT');
  }

  /** Process of the embedded database; undefined where it does not run, or is none of ours. */
  databasePid(): number | undefined {
    const file = join(this.dataFolder, 'postgres', 'postmaster.pid');
    if (!existsSync(file)) return undefined;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return pid > 0 ? pid : undefined;
  }

  /** Waits for a start that is under way, and ends the server in order. Returns its exit code. */
  async close(): Promise<number | null> {
    await this.#starting?.catch(() => undefined);
    this.#isClosed = true;
    const child = this.#child;
    if (child === undefined || !this.#isRunning) return null;
    this.#expected = child;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const inTime = await Promise.race([gone.then(() => true), sleep(STOP_MS).then(() => false)]);
    if (!inTime) child.kill('SIGKILL');
    await gone;
    return inTime ? child.exitCode : null;
  }

  async #end(signal: NodeJS.Signals, downMs: number): Promise<void> {
    await this.#starting;
    const child = this.#child;
    if (child === undefined || this.#isClosed) return;
    this.#expected = child;
    if (this.#isRunning) {
      const gone = once(child, 'exit');
      child.kill(signal);
      const inTime = await Promise.race([gone.then(() => true), sleep(STOP_MS).then(() => false)]);
      if (!inTime) {
        this.#noteUnplanned(child, `it did not end within ${STOP_MS} ms of ${signal}`);
        child.kill('SIGKILL');
        await gone;
      } else if (signal === 'SIGTERM' && child.exitCode !== 0) this.#noteUnplanned(child, 'it was to end in order');
    }
    await sleep(downMs);
    await this.start();
  }

  async #launch(): Promise<void> {
    const { port, env, defect } = this.#options;
    const began = performance.now();
    const preloads = ['clock.ts', ...(defect === undefined ? [] : ['defect.ts'])];
    const imports = preloads.flatMap((name) => ['--import', join(PRELOAD, name)]);
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(KONTOR_|DATABASE_URL|NODE_OPTIONS|VITEST)/.test(name),
    );
    const isFirst = this.#child === undefined;
    const child = spawn(process.execPath, [...imports, MAIN], {
      cwd: this.#options.folder,
      env: {
        ...Object.fromEntries(inherited),
        KONTOR_PORT: String(port),
        KONTOR_DATA: this.dataFolder,
        KONTOR_DEMO: 'false',
        KONTOR_LOG_LEVEL: 'warn',
        KONTOR_DNS: 'off',
        KONTOR_LOG_FORMAT: 'json',
        KONTOR_CHAOS_CLOCK: this.#clockFile,
        // A run starts it hundreds of times.
        NODE_COMPILE_CACHE: join(this.#options.folder, 'compiled'),
        ...(defect === undefined ? {} : { KONTOR_CHAOS_DEFECT: defect }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C in a terminal reaches a whole group of processes; it is for the run alone, which still needs its server.
      detached: true,
    });
    this.#child = child;
    this.#output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        this.#output = (this.#output + data.toString()).slice(-20_000);
        appendFileSync(this.logFile, data);
      });
    child.on('exit', () => this.#onExit(child));
    for (const until = Date.now() + START_MS; !this.#output.includes('Kontor runs at'); await sleep(20)) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > until)
        throw new Error(`The server did not start:\n${this.#output}`);
    }
    if (!isFirst) this.restarts.push(performance.now() - began);
  }

  #onExit(child: ChildProcess): void {
    // One that does not start is noted by whoever starts it.
    if (child === this.#expected || this.#isClosed || this.#starting !== undefined) return;
    this.#noteUnplanned(child, '');
    void this.start().catch(() => undefined);
  }

  #noteUnplanned(child: ChildProcess, why: string): void {
    const last = `${why}\n${this.#output.slice(-2000)}`;
    this.unplanned.push({ at: Date.now(), code: child.exitCode, signal: child.signalCode, last });
  }
}

/** Sends a signal; to a process that has ended it means nothing. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Processes that a process has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}
