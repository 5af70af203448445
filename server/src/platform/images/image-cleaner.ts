import { fork, type ChildProcess } from 'node:child_process';
import type { CleanImage, ImageAnswer, ImageForm } from './image-process.ts';
import { processFile } from '../process-file.ts';

export interface ImageCleanerOptions {
  /** Longest time for one image, in milliseconds. */
  readonly wallMs?: number;
  /** How long the process waits for the next image before it ends. */
  readonly idleMs?: number;
  /** File that is run instead; for tests. */
  readonly childFile?: string;
}

const START_MS = 20_000;
const MAX_WAITING = 500;

/**
 * Makes images of strangers anew, in a process of its own: what comes out is the picture and nothing else that the file may have been
 * (SVG, HTML, a program). One image after the other; the process ends when there is nothing to do.
 */
export class ImageCleaner {
  readonly #options: Required<ImageCleanerOptions>;
  readonly #queue: {
    readonly bytes: Uint8Array;
    readonly form: ImageForm;
    readonly settle: (answer: ImageAnswer | undefined) => void;
  }[] = [];
  #child: ChildProcess | undefined;
  #isReady = false;
  #isBusy = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ImageCleanerOptions = {}) {
    this.#options = {
      wallMs: 10_000,
      idleMs: 30_000,
      childFile: processFile(import.meta.dirname, 'image-process'),
      ...options,
    };
  }

  /**
   * The picture in these bytes as PNG, JPEG or WebP, or as a square in WebP; undefined where there is none that can be shown. Never
   * rejects.
   */
  async clean(bytes: Uint8Array, form: Omit<ImageForm, 'paper'> = {}): Promise<CleanImage | undefined> {
    const answer = await this.#run(bytes, form);
    return answer !== undefined && 'image' in answer ? (answer.image ?? undefined) : undefined;
  }

  /** A TIFF as a PDF of its pages, or why not. Never rejects. */
  async toPdf(bytes: Uint8Array): Promise<Uint8Array | 'broken' | 'tooBig' | 'tooSlow'> {
    const answer = await this.#run(bytes, { paper: true });
    return answer !== undefined && 'paper' in answer ? answer.paper : 'tooSlow';
  }

  /** What the process says of an image; undefined where it does not come to that. */
  #run(bytes: Uint8Array, form: ImageForm): Promise<ImageAnswer | undefined> {
    if (this.#closed || this.#queue.length >= MAX_WAITING) return Promise.resolve(undefined);
    return new Promise((settle) => {
      this.#queue.push({ bytes, form, settle });
      this.#next();
    });
  }

  /** Ends the process; what was waiting is answered with undefined. */
  async close(): Promise<void> {
    this.#closed = true;
    const child = this.#child;
    const gone = child === undefined ? undefined : new Promise((resolve) => child.once('exit', resolve));
    child?.ref();
    this.#end();
    for (const { settle } of this.#queue.splice(0)) settle(undefined);
    await gone;
  }

  #next(): void {
    if (this.#isBusy || this.#closed) return;
    const job = this.#queue[0];
    if (job === undefined) {
      this.#wait(this.#options.idleMs, () => this.#end());
      this.#child?.channel?.unref();
      this.#timer?.unref();
    } else if (this.#child === undefined) this.#start();
    else if (this.#isReady) {
      this.#isBusy = true;
      this.#child.channel?.ref();
      this.#wait(this.#options.wallMs, () => this.#end());
      this.#child.send({ bytes: job.bytes, form: job.form });
    }
  }

  #start(): void {
    const child = fork(this.#options.childFile, [], {
      serialization: 'advanced',
      // The decoder is native code, so it is only code of our own that these refuse writing, connections and processes.
      execArgv: ['--max-old-space-size=256', '--permission', '--allow-fs-read=*', '--allow-addons', '--no-warnings'],
      env: { TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    this.#isReady = false;
    this.#wait(START_MS, () => this.#end());
    const gone = () => {
      if (this.#child === child) this.#end();
    };
    child.on('message', (message: ImageAnswer) => {
      // What a process that was given up says late belongs to an image that was given up too.
      if (this.#child === child) this.#hear(message);
    });
    child.on('error', gone);
    child.on('exit', gone);
    child.unref();
  }

  #hear(message: ImageAnswer): void {
    if ('ready' in message) this.#isReady = true;
    else {
      this.#isBusy = false;
      this.#queue.shift()?.settle(message);
    }
    this.#next();
  }

  /** Ends the process and gives up the image at hand; the others get a new process. */
  #end(): void {
    clearTimeout(this.#timer);
    const child = this.#child;
    this.#child = undefined;
    const failed = this.#isBusy || (child !== undefined && !this.#isReady) ? this.#queue.shift() : undefined;
    this.#isBusy = false;
    child?.kill('SIGKILL');
    failed?.settle(undefined);
    if (this.#queue.length > 0) this.#next();
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }
}
