import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** What a process was ended over; or what the work is no cause of: nobody takes any more, or no process could be started to do it. */
export type PoolFailureReason = 'out-of-time' | 'out-of-memory' | 'crashed' | 'closed' | 'not-started';

/** Instead of an answer. */
export interface PoolFailure {
  readonly ok: false;
  readonly reason: PoolFailureReason;
  readonly detail: string;
}

export interface PoolLimits {
  /** How many processes work at once; they start when they are first needed. */
  readonly processes: number;
  /** Longest time for one piece of work, in milliseconds. */
  readonly wallMs: number;
  /** Most processor time for one, in milliseconds; watched where the system tells (Linux). */
  readonly cpuMs: number;
  /** Heap of one process. */
  readonly memoryMiB: number;
  /** What a process may take for one piece of work, its heap and what is outside of it; watched where the system tells. */
  readonly growthMiB?: number;
}

export interface PoolOptions extends PoolLimits {
  /** File that each process runs: it says `{ ready: true }`, and answers each message by one. */
  readonly childFile: string;
  /** Hears of every process that was ended over its work. */
  readonly onKill: (reason: PoolFailureReason) => void;
  /** Starts another process as soon as all are at work, so that the next piece of work need not wait for a start. */
  readonly standsBy?: boolean;
}

interface Job<Request, Answer> {
  readonly request: Request;
  readonly size: number;
  /** `performance.now()` when it was given. */
  readonly since: number;
  readonly settle: (outcome: Answer | PoolFailure) => void;
}

interface Worker<Request, Answer> {
  readonly child: ChildProcess;
  job: Job<Request, Answer> | undefined;
  ready: boolean;
  timers: NodeJS.Timeout[];
}

const failure = (reason: PoolFailureReason, detail: string): PoolFailure => ({ ok: false, reason, detail });
/** A machine that has much else to do lets a process wait for minutes. */
const START_MS = 180_000;
/** How often a process is started anew that did not come up, and how long after, times the number of tries, in milliseconds. */
const MAX_STARTS = 4;
const START_AGAIN_MS = 500;
/** How often the processor time of some work is looked at, and its memory, which can be filled sooner. */
const WATCH_MS = 500;
const WATCH_MEMORY_MS = 100;
/** After waiting so long work is done before all that is smaller. */
const MAX_OVERTAKEN_MS = 5000;
/** Exit code of a process that aborted, where there are no signals. */
const ABORTED = 134;

/** Nobody waits for a parser who does not wait more for a list. */
const NICE = 5;

function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch {
    // It has ended already, or the system forbids it.
  }
}

const MIB = 1024 * 1024;
/** Of the systems that tell. */
const PAGE = 4096;

/** Takes files of strangers apart in processes of their own. Every call is answered, whatever the file does to its process. */
export class ParserPool<Request extends object, Answer extends object> {
  readonly #options: PoolOptions;
  readonly #queue: Job<Request, Answer>[] = [];
  readonly #workers = new Set<Worker<Request, Answer>>();
  /** Starts one after the other that came to nothing. */
  #failedStarts = 0;
  #startAgain: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts a process for work that is about to come, where there is none. */
  prepare(): void {
    if (this.#workers.size === 0 && !this.#closed) this.#start();
  }

  /**
   * Has something done. Never rejects. What waits is done in the order of the calls, but what is smaller by its `size` (bytes) goes
   * first, until something has waited for five seconds.
   */
  run(request: Request, { size = 0 }: { readonly size?: number } = {}): Promise<Answer | PoolFailure> {
    return new Promise((settle) => {
      if (this.#closed) return settle(failure('closed', ''));
      this.#queue.push({ request, size, since: performance.now(), settle });
      this.#dispatch();
    });
  }

  /** Ends all processes; what was waiting is answered with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#startAgain);
    for (const job of this.#queue.splice(0)) job.settle(failure('closed', ''));
    await Promise.all(
      [...this.#workers].map((worker) => {
        const gone = new Promise((resolve) => worker.child.once('exit', resolve));
        worker.child.ref();
        this.#end(worker, 'closed', '');
        return gone;
      }),
    );
  }

  #dispatch(): void {
    while (this.#queue.length > 0 && !this.#closed) {
      const idle = [...this.#workers].find((worker) => worker.ready && worker.job === undefined);
      if (idle === undefined) {
        const starting = [...this.#workers].filter((worker) => !worker.ready).length;
        const mayStart = this.#startAgain === undefined && this.#workers.size < this.#options.processes;
        if (mayStart && starting < this.#queue.length) this.#start();
        return;
      }
      const job = this.#next();
      if (job !== undefined) this.#give(idle, job);
    }
    const { standsBy = false, processes } = this.#options;
    const areAtWork = [...this.#workers].every(({ job }) => job !== undefined);
    if (standsBy && areAtWork && this.#workers.size > 0 && this.#workers.size < processes && !this.#closed)
      this.#start();
  }

  #next(): Job<Request, Answer> | undefined {
    const [oldest] = this.#queue;
    if (oldest === undefined) return undefined;
    const isOverdue = performance.now() - oldest.since > MAX_OVERTAKEN_MS;
    const next = isOverdue ? oldest : this.#queue.reduce((least, job) => (job.size < least.size ? job : least));
    this.#queue.splice(this.#queue.indexOf(next), 1);
    return next;
  }

  #start(): void {
    const { childFile, memoryMiB } = this.#options;
    const child = fork(childFile, [], {
      serialization: 'advanced',
      // Reading is for its own code; writing, connections and processes are refused to whatever a file makes it run.
      execArgv: [`--max-old-space-size=${memoryMiB}`, '--permission', '--allow-fs-read=*', '--no-warnings'],
      env: { TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    giveWay(child);
    const worker: Worker<Request, Answer> = { child, job: undefined, ready: false, timers: [] };
    this.#workers.add(worker);
    worker.timers.push(setTimeout(() => this.#end(worker, 'crashed', 'the parser did not start'), START_MS));
    child.on('message', (message: { ready: true } | Answer) => this.#hear(worker, message));
    child.on('error', (error) => this.#end(worker, 'crashed', error.message));
    child.on('exit', (code, signal) => {
      // The engine aborts itself where the heap is full.
      const isFull = signal === 'SIGABRT' || code === ABORTED;
      this.#end(worker, isFull ? 'out-of-memory' : 'crashed', `ended with ${signal ?? code}`);
    });
    child.unref();
    child.channel?.unref();
  }

  #hear(worker: Worker<Request, Answer>, message: { ready: true } | Answer): void {
    clearTimers(worker);
    if ('ready' in message) {
      worker.ready = true;
      this.#failedStarts = 0;
    } else {
      const { job } = worker;
      worker.job = undefined;
      worker.child.channel?.unref();
      job?.settle(message);
    }
    this.#dispatch();
  }

  #give(worker: Worker<Request, Answer>, job: Job<Request, Answer>): void {
    const { wallMs, cpuMs, growthMiB } = this.#options;
    worker.job = job;
    // A server that stops waits for the file in hand; one that idles is not kept alive by its parsers.
    worker.child.channel?.ref();
    worker.timers.push(setTimeout(() => this.#end(worker, 'out-of-time', `after ${wallMs} ms`), wallMs));
    this.#watchProcessorTime(worker, job, cpuMs);
    if (growthMiB !== undefined) this.#watchMemory(worker, job, growthMiB * MIB);
    worker.child.send(job.request, (error) => {
      if (error) this.#end(worker, 'crashed', error.message);
    });
  }

  /** The first look is at what most work never lives to see, so that these cost none; what was used until then is not known. */
  #watchProcessorTime(worker: Worker<Request, Answer>, job: Job<Request, Answer>, cpuMs: number): void {
    let most: number | undefined;
    const measure = async (): Promise<void> => {
      const now = await processorTime(worker.child.pid);
      if (now === undefined || worker.job !== job) return;
      most ??= now + Math.max(0, cpuMs - WATCH_MS);
      if (now > most) this.#end(worker, 'out-of-time', `after ${cpuMs} ms of processor time`);
    };
    worker.timers.push(setInterval(() => void measure(), WATCH_MS));
  }

  /** What lies outside of the heap, as bytes that were inflated do, the engine sets no limit to. */
  #watchMemory(worker: Worker<Request, Answer>, job: Job<Request, Answer>, most: number): void {
    let first: number | undefined;
    const measure = async (): Promise<void> => {
      const now = await memoryOf(worker.child.pid);
      if (now === undefined || worker.job !== job) return;
      first ??= now;
      if (now - first > most) this.#end(worker, 'out-of-memory', `after ${most / MIB} MiB`);
    };
    void measure();
    worker.timers.push(setInterval(() => void measure(), WATCH_MEMORY_MS));
  }

  /** Kills a process and answers for what it was doing. What waits gets another process. */
  #end(worker: Worker<Request, Answer>, reason: PoolFailureReason, detail: string): void {
    if (!this.#workers.delete(worker)) return;
    clearTimers(worker);
    worker.child.kill('SIGKILL');
    if (worker.job !== undefined && reason !== 'closed') this.#options.onKill(reason);
    worker.job?.settle(failure(reason, detail));
    worker.job = undefined;
    if (!worker.ready && reason !== 'closed') this.#noteFailedStart(detail);
    this.#dispatch();
  }

  /** No work is to blame for a process that does not come up: it is started again, and where that never helps what waits is told so. */
  #noteFailedStart(detail: string): void {
    this.#failedStarts += 1;
    if (this.#failedStarts >= MAX_STARTS) {
      this.#failedStarts = 0;
      for (const job of this.#queue.splice(0)) job.settle(failure('not-started', detail));
      return;
    }
    if (this.#startAgain !== undefined) return;
    this.#startAgain = setTimeout(() => {
      this.#startAgain = undefined;
      this.#dispatch();
    }, START_AGAIN_MS * this.#failedStarts);
  }
}

function clearTimers({ timers }: { timers: NodeJS.Timeout[] }): void {
  for (const timer of timers.splice(0)) clearTimeout(timer);
}

/** Processor time of a process in milliseconds, from the kernel's table; undefined where there is none. */
async function processorTime(pid: number | undefined): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** Memory of a process in bytes as the kernel counts it; undefined where it does not tell. */
async function memoryOf(pid: number | undefined): Promise<number | undefined> {
  try {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number(pages) * PAGE;
  } catch {
    return undefined;
  }
}
