import { ParserPool, type PoolFailureReason } from '../parser-pool/index.ts';
import { processFile } from '../process-file.ts';
import { WALL, hintOf, type FileText, type FileTextRequest, type UnreadReason } from './reading.ts';

export interface FileReaderOptions {
  readonly processes: number;
  /** Processor time for one file; of the clock it gets `WALL` times that. */
  readonly seconds: number;
  readonly memoryMiB: number;
  /** Bytes of the largest file that is looked at. */
  readonly maxBytes: number;
  /** File that is run instead of the reader; for tests. */
  readonly childFile?: string;
  /** Hears of every process that was ended over a file. */
  readonly onKill?: (reason: PoolFailureReason) => void;
}

/** A file that lies on the disk, and what it is called. */
export interface FileSource {
  readonly file: string;
  readonly size: number;
  readonly name: string;
  readonly type: string;
}

/** Share of its time after which the reading of a file begins nothing new, so that the text that was read is kept. */
const SOFT = 0.6;
const TRIES = 2;

const REASONS: Readonly<Record<Exclude<PoolFailureReason, 'closed' | 'not-started'>, UnreadReason>> = {
  'out-of-time': 'tooSlow',
  'out-of-memory': 'tooBig',
  crashed: 'broken',
};

/** Nothing can be read at the moment, whatever it is: the reader is being closed, or its processes do not start. */
export class ReaderAwayError extends Error {
  override readonly name = 'ReaderAwayError';
}

/** Takes the text out of files in processes of their own. */
export class FileReader {
  readonly #options: FileReaderOptions;
  readonly #pool: ParserPool<FileTextRequest, FileText | { missing: string }>;

  constructor(options: FileReaderOptions) {
    this.#options = options;
    const { processes, seconds, memoryMiB } = options;
    this.#pool = new ParserPool({
      processes,
      cpuMs: seconds * 1000,
      wallMs: seconds * 1000 * WALL,
      memoryMiB,
      growthMiB: memoryMiB,
      childFile: options.childFile ?? processFile(import.meta.dirname, 'text-process'),
      onKill: options.onKill ?? (() => {}),
    });
  }

  isTooBig(size: number): boolean {
    return size > this.#options.maxBytes;
  }

  /** What a file says. Rejects where the file is not there, or the reader is being closed; whatever is wrong with the file is an answer. */
  async read({ file, size, name, type }: FileSource): Promise<FileText> {
    if (this.isTooBig(size)) return { text: '', cut: false, reason: 'tooBig' };
    const request = { file, hint: hintOf(name, type), softMs: this.#options.seconds * 1000 * SOFT };
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#pool.run(request);
      if ('text' in outcome) return outcome;
      if ('missing' in outcome) throw new Error(outcome.missing);
      if (outcome.reason === 'closed' || outcome.reason === 'not-started') throw new ReaderAwayError();
      // A process may end for reasons that are none of the file's.
      if (outcome.reason !== 'crashed' || tries === TRIES)
        return { text: '', cut: false, reason: REASONS[outcome.reason] };
    }
  }

  /** Ends all processes. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
