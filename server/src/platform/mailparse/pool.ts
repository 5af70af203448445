import { availableParallelism } from 'node:os';
import { ParserPool, type PoolOptions } from '../parser-pool/index.ts';
import { processFile } from '../process-file.ts';
import type { ParseRequest } from './parser-process.ts';
import { LIMITS, type ParseOutcome } from './parsed-mail.ts';

/** Limits, and for tests another file than the parser; what is left out is usual. */
export type MailParserOptions = Partial<PoolOptions>;

/** A mail, or the file that it lies in. */
export type MailSource = Uint8Array | { readonly file: string; readonly size: number };

/** Parses mails in processes of their own. Every call is answered, whatever the mail does to its process. */
export class MailParser {
  readonly #pool: ParserPool<ParseRequest, ParseOutcome>;

  constructor(options: MailParserOptions = {}) {
    this.#pool = new ParserPool({
      processes: Math.max(1, Math.min(4, availableParallelism() - 1)),
      wallMs: 10_000,
      cpuMs: 5000,
      memoryMiB: 256,
      childFile: processFile(import.meta.dirname, 'parser-process'),
      onKill: () => {},
      ...options,
    });
  }

  /** Starts a process for mails that are about to come. */
  prepare(): void {
    this.#pool.prepare();
  }

  /** Takes a mail apart. Never rejects; mails wait in the order of the calls. */
  parse(source: MailSource): Promise<ParseOutcome> {
    const size = 'file' in source ? source.size : source.byteLength;
    if (size > LIMITS.mailBytes) return Promise.resolve({ ok: false, reason: 'too-large', detail: `${size} bytes` });
    return this.#pool.run('file' in source ? { file: source.file } : { raw: source });
  }

  /** Ends all processes; what was waiting is answered with `closed`. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
