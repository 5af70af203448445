import type { CalendarEvent } from '../mailparse/calendar.ts';
import type { Contact } from '../mailparse/contacts.ts';
import { ParserPool, type PoolFailureReason } from '../parser-pool/index.ts';
import { processFile } from '../process-file.ts';
import type { InnerFile, InnerMail } from './inside.ts';
import type { LookedAt, PreviewAnswer, PreviewRequest } from './preview-process.ts';

export type { LookedAt } from './preview-process.ts';

/** A file on the disk, and which file in it is meant, mail in mail; an empty path: itself. */
export interface PreviewFile {
  readonly file: string;
  readonly name: string;
  readonly type: string;
  /** Bytes; small files go before large ones. */
  readonly size: number;
  readonly path: readonly number[];
}

/** Why nothing can be shown; `missing`: there is no such file. */
export type PreviewFailure = { readonly failed: 'missing' | 'broken' | 'tooBig' | 'tooSlow' };

interface Results {
  readonly file: InnerFile;
  readonly mail: InnerMail;
  readonly events: CalendarEvent[];
  readonly contacts: Contact[];
  readonly look: LookedAt;
}

const WALL_MS = 20_000;
const CPU_MS = 10_000;
/** Nobody waits longer than this for the text of a document that an office program could show. */
const SOFT_MS = 2000;
const FAILURES: Readonly<Record<PoolFailureReason, PreviewFailure['failed']>> = {
  'out-of-time': 'tooSlow',
  'out-of-memory': 'tooBig',
  crashed: 'broken',
  closed: 'tooSlow',
  'not-started': 'tooSlow',
};

/** Looks into files of strangers, in processes of their own. */
export class PreviewReader {
  readonly #pool: ParserPool<PreviewRequest, PreviewAnswer>;

  constructor(options: { readonly onKill?: (reason: PoolFailureReason) => void; readonly childFile?: string } = {}) {
    this.#pool = new ParserPool({
      processes: 2,
      standsBy: true,
      wallMs: WALL_MS,
      cpuMs: CPU_MS,
      memoryMiB: 512,
      growthMiB: 512,
      childFile: options.childFile ?? processFile(import.meta.dirname, 'preview-process'),
      onKill: options.onKill ?? (() => {}),
    });
  }

  /** What is wanted of a file, or why not. Never rejects. */
  async read<W extends keyof Results>(want: W, file: PreviewFile): Promise<Results[W] | PreviewFailure> {
    const { size, ...request } = file;
    const answer = await this.#pool.run({ want, ...request, softMs: SOFT_MS }, { size });
    if (answer.ok) return answer.result as Results[W];
    if (answer.reason === 'missing' || answer.reason === 'broken') return { failed: answer.reason };
    return { failed: FAILURES[answer.reason] };
  }

  /** Ends all processes. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
