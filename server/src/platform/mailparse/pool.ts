import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import type { ParseRequest } from './parser-process.ts';
import { LIMITS, type ParseFailureReason, type ParseOutcome } from './parsed-mail.ts';

export interface MailParserOptions {
  /** How many processes parse at once; they start when they are first needed. */
  readonly processes?: number;
  /** Longest time for one mail, in milliseconds. */
  readonly wallMs?: number;
  /** Most processor time for one mail, in milliseconds; watched where the system tells (Linux). */
  readonly cpuMs?: number;
  /** Heap of one process. */
  readonly memoryMiB?: number;
  /** File that is run instead of the parser; for tests. */
  readonly childFile?: string;
  /** Hears of every process that was ended over a mail. */
  readonly onKill?: (reason: ParseFailureReason) => void;
}

/** A mail, or the file that it lies in. */
export type MailSource = Uint8Array | { readonly file: string; readonly size: number };

interface Job {
  readonly source: MailSource;
  readonly settle: (outcome: ParseOutcome) => void;
}

interface Worker {
  readonly child: ChildProcess;
  job: Job | undefined;
  ready: boolean;
  timers: NodeJS.Timeout[];
}

const failure = (reason: ParseFailureReason, detail: string): ParseOutcome => ({ ok: false, reason, detail });
const START_MS = 20_000;
/** How often the processor time of a mail is looked at. */
const WATCH_MS = 500;
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

/** Parses mails in processes of their own. Every call is answered, whatever the mail does to its process. */
export class MailParser {
  readonly #options: Required<MailParserOptions>;
  readonly #queue: Job[] = [];
  readonly #workers = new Set<Worker>();
  #closed = false;

  constructor(options: MailParserOptions = {}) {
    this.#options = {
      processes: Math.max(1, Math.min(4, availableParallelism() - 1)),
      wallMs: 10_000,
      cpuMs: 5000,
      memoryMiB: 256,
      childFile: join(import.meta.dirname, 'parser-process.ts'),
      onKill: () => {},
      ...options,
    };
  }

  /** Takes a mail apart. Never rejects; mails wait in the order of the calls. */
  parse(source: MailSource): Promise<ParseOutcome> {
    const size = 'file' in source ? source.size : source.byteLength;
    if (size > LIMITS.mailBytes) return Promise.resolve(failure('too-large', `${size} bytes`));
    return new Promise((settle) => {
      if (this.#closed) return settle(failure('closed', ''));
      this.#queue.push({ source, settle });
      this.#dispatch();
    });
  }

  /** Ends all processes; what was waiting is answered with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
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
        if (this.#workers.size < this.#options.processes && starting < this.#queue.length) this.#start();
        return;
      }
      const job = this.#queue.shift();
      if (job !== undefined) this.#give(idle, job);
    }
  }

  #start(): void {
    const { childFile, memoryMiB } = this.#options;
    const child = fork(childFile, [], {
      serialization: 'advanced',
      // Reading is for its own code; writing, connections and processes are refused to whatever a mail makes it run.
      execArgv: [`--max-old-space-size=${memoryMiB}`, '--permission', '--allow-fs-read=*', '--no-warnings'],
      env: { TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    giveWay(child);
    const worker: Worker = { child, job: undefined, ready: false, timers: [] };
    this.#workers.add(worker);
    worker.timers.push(setTimeout(() => this.#end(worker, 'crashed', 'the parser did not start'), START_MS));
    child.on('message', (message: { ready: true } | ParseOutcome) => this.#hear(worker, message));
    child.on('error', (error) => this.#end(worker, 'crashed', error.message));
    child.on('exit', (code, signal) => {
      // The engine aborts itself where the heap is full.
      const isFull = signal === 'SIGABRT' || code === ABORTED;
      this.#end(worker, isFull ? 'out-of-memory' : 'crashed', `ended with ${signal ?? code}`);
    });
    child.unref();
    child.channel?.unref();
  }

  #hear(worker: Worker, message: { ready: true } | ParseOutcome): void {
    clearTimers(worker);
    if ('ready' in message) worker.ready = true;
    else {
      const { job } = worker;
      worker.job = undefined;
      worker.child.channel?.unref();
      job?.settle(message);
    }
    this.#dispatch();
  }

  #give(worker: Worker, job: Job): void {
    const { wallMs, cpuMs } = this.#options;
    worker.job = job;
    // A server that stops waits for the mail in hand; one that idles is not kept alive by its parsers.
    worker.child.channel?.ref();
    worker.timers.push(setTimeout(() => this.#end(worker, 'out-of-time', `after ${wallMs} ms`), wallMs));
    this.#watchProcessorTime(worker, job, cpuMs);
    const request: ParseRequest = 'file' in job.source ? { file: job.source.file } : { raw: job.source };
    worker.child.send(request, (error) => {
      if (error) this.#end(worker, 'crashed', error.message);
    });
  }

  /** The first look is at what most mails never live to see, so that these cost none; what was used until then is not known. */
  #watchProcessorTime(worker: Worker, job: Job, cpuMs: number): void {
    let most: number | undefined;
    const look = async (): Promise<void> => {
      const now = await processorTime(worker.child.pid);
      if (now === undefined || worker.job !== job) return;
      most ??= now + Math.max(0, cpuMs - WATCH_MS);
      if (now > most) this.#end(worker, 'out-of-time', `after ${cpuMs} ms of processor time`);
    };
    worker.timers.push(setInterval(() => void look(), WATCH_MS));
  }

  /** Kills a process and answers for what it was doing. A waiting mail gets another process. */
  #end(worker: Worker, reason: ParseFailureReason, detail: string): void {
    if (!this.#workers.delete(worker)) return;
    clearTimers(worker);
    worker.child.kill('SIGKILL');
    if (worker.job !== undefined && reason !== 'closed') this.#options.onKill(reason);
    worker.job?.settle(failure(reason, detail));
    worker.job = undefined;
    if (!worker.ready && reason !== 'closed') {
      // One that cannot even start would be started for ever.
      this.#queue.shift()?.settle(failure(reason, detail));
    }
    this.#dispatch();
  }
}

function clearTimers(worker: Worker): void {
  for (const timer of worker.timers.splice(0)) clearTimeout(timer);
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
