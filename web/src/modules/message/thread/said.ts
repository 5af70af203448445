import type { WrittenFile } from '../files/written.ts';

/** What somebody has written, once they send it. */
export interface Said {
  /** Empty where files go alone. */
  readonly html: string;
  /** Without HTML. */
  readonly words: string;
  readonly files: readonly WrittenFile[];
  /** When it is to be sent, ISO 8601; null for now. */
  readonly sendAt: string | null;
  /** The person is done with the message by it. */
  readonly isDone: boolean;
}
