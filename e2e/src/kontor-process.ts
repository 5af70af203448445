import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../server/src/testing/free-port.ts';
import { copyBegun, type Beginning, type Begun } from './begun.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'server', 'src');
const MAIN = join(SOURCE, 'main.ts');
const CLI = join(SOURCE, 'cli', 'main.ts');
const START_MS = 240_000;

/** Kontor as a person starts it: a process of its own on an empty data folder. For journeys that kill it; others share theirs: `openKontor`. */
export class KontorProcess {
  readonly port: number;
  readonly folder: string;
  readonly #env: Record<string, string>;
  readonly #remove: (() => Promise<void>) | undefined;
  #child: ChildProcess | undefined;
  output = '';

  private constructor(port: number, folder: string, env: Record<string, string>, remove?: () => Promise<void>) {
    this.port = port;
    this.folder = folder;
    this.#env = env;
    this.#remove = remove;
  }

  /** Starts one in a folder that is gone after `close`, or in `kept`, which must exist and stays. */
  static async start(env: Record<string, string> = {}, kept?: string): Promise<KontorProcess> {
    const folder = kept ?? (await mkdtemp(join(tmpdir(), 'kontor-e2e-')));
    // As root, the database of a folder that is closed to others would lie elsewhere, and stay there.
    await chmod(folder, 0o755);
    const own = { KONTOR_DATA: join(folder, 'data'), KONTOR_DNS: 'off', ...env };
    const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    return KontorProcess.#resumed(folder, own, kept === undefined ? remove : undefined);
  }

  /** The same on what was begun for all journeys. */
  static async startOn(beginning: Beginning, env: Record<string, string> = {}): Promise<KontorProcess> {
    const begun: Begun = await copyBegun(beginning);
    return KontorProcess.#resumed(begun.folder, { ...begun.env, ...env }, begun.remove);
  }

  static async #resumed(folder: string, env: Record<string, string>, remove?: () => Promise<void>) {
    const kontor = new KontorProcess(await freePort(), folder, env, remove);
    await kontor.resume();
    return kontor;
  }

  get address(): string {
    return `http://localhost:${this.port}`;
  }

  /** Starts it again on the same folder and port. */
  async resume(): Promise<void> {
    this.output = '';
    const child = spawn(process.execPath, [MAIN], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (this.output += data.toString()));
    const until = Date.now() + START_MS;
    while (!this.output.includes('Kontor runs at')) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`Kontor did not start:\n${this.output}`);
      await sleep(50);
    }
  }

  /** Runs the command line beside it and answers what it prints. `input` is given to it on standard input. */
  cli(args: readonly string[], input = ''): string {
    return execFileSync(process.execPath, [CLI, ...args], {
      cwd: this.folder,
      env: this.#environment,
      input,
      encoding: 'utf8',
    });
  }

  /** `cli` for what takes long: others can go on meanwhile. */
  async work(args: readonly string[]): Promise<string> {
    const options = { cwd: this.folder, env: this.#environment, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], options);
    return stdout;
  }

  /** Memory of the server's process in bytes; undefined on systems that do not tell. */
  async memory(): Promise<number | undefined> {
    const status = await readFile(`/proc/${this.#child?.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      KONTOR_PORT: String(this.port),
      KONTOR_LOG_LEVEL: 'warn',
      ...this.#env,
    };
  }

  /** Ends it as a crash would: no chance to say anything. Its database goes on running. */
  async crash(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGINT');
      const inTime = await Promise.race([gone.then(() => true), sleep(20_000, false, { ref: false })]);
      if (!inTime) child.kill('SIGKILL');
    }
    await this.#remove?.();
  }
}
