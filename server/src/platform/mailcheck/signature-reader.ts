import { ParserPool, type PoolFailureReason } from '../parser-pool/index.ts';
import { processFile } from '../process-file.ts';
import type { SignatureAnswer, SignatureRequest } from './signature-process.ts';

export type { SignatureRead } from './signature-process.ts';

/** Checks signatures of strangers, in a process of its own. */
export class SignatureReader {
  readonly #pool: ParserPool<SignatureRequest, SignatureAnswer>;

  constructor(options: { readonly onKill?: (reason: PoolFailureReason) => void } = {}) {
    this.#pool = new ParserPool({
      processes: 1,
      wallMs: 20_000,
      cpuMs: 10_000,
      memoryMiB: 384,
      childFile: processFile(import.meta.dirname, 'signature-process'),
      onKill: options.onKill ?? (() => {}),
    });
  }

  /** What a mail's signature is worth; undefined where it has none, or the reader is being closed. Rejects where nothing can be checked at the moment. */
  async read(request: SignatureRequest): Promise<Extract<SignatureAnswer, { ok: true }>['read'] | undefined> {
    const answer = await this.#pool.run(request);
    if (answer.ok) return answer.read;
    if (answer.reason === 'not-started') throw new Error(`no signature can be checked: ${answer.detail}`);
    return answer.reason === 'closed' || answer.reason === 'unsigned' ? undefined : { ...UNREADABLE };
  }

  /** Ends the process. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

const UNREADABLE = {
  state: 'unreadable',
  signer: '',
  address: '',
  issuer: '',
  validFrom: '',
  validUntil: '',
  fingerprint: '',
  signedAt: null,
} as const;
