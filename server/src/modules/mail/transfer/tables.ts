import type { Status } from '@kontor/contract/activity';
import type { Generated } from 'kysely';
import type { Defaulted, Json } from '../../../platform/db/tables.ts';

export type ImportState = 'reading' | 'done' | 'failed' | 'undone';
export type ImportFormat = 'auto' | 'mbox' | 'eml' | 'maildir';

/** Something in a file that could not be taken in. */
export interface ImportError {
  /** The file, the place in it, and the mail there. */
  readonly source: string;
  readonly reason: 'tooBig' | 'encrypted' | 'broken' | 'empty' | 'unreadable' | 'none' | 'draft';
  readonly firstLine: string;
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    mail_import: {
      instance_id: number;
      import_id: Generated<number>;
      account_id: number;
      user_id: number;
      name: string;
      format: ImportFormat;
      status: Status | null;
      also_on_server: boolean;
      is_try: boolean;
      state: Defaulted<ImportState>;
      at_file: Defaulted<number>;
      at_entry: Defaulted<number>;
      at_offset: Defaulted<number>;
      bytes: number;
      bytes_read: Defaulted<number>;
      added: Defaulted<number>;
      known: Defaulted<number>;
      failed: Defaulted<number>;
      errors: Json<readonly ImportError[]>;
      created_at: Timestamp;
      ended_at: Timestamp | null;
    };
    mail_import_file: {
      instance_id: number;
      import_id: number;
      place: number;
      attachment_id: number;
      name: string;
      size: number;
      blob_hash: string;
    };
    mail_imported: {
      instance_id: number;
      import_id: number;
      mail_id: number;
      status: Status;
      archived: boolean;
    };
  }
}
