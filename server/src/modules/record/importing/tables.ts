import type { ImportSetup, ImportState, RecordFormat, RowFault } from '@kontor/contract/record';
import type { Generated } from 'kysely';
import type { Defaulted, Json } from '../../../platform/db/tables.ts';
import type { FieldChange } from '../rules.ts';

export type Outcome = 'made' | 'changed' | 'skipped' | 'faulty';
/** What an undo has made of a row: taken back, or left because of what. */
export type Undone = 'taken' | 'changed' | 'linked' | 'deleted';

/** What a row has changed of a record that was there, and of its contact persons. */
export interface Differences {
  readonly values: readonly FieldChange[];
  readonly persons: readonly {
    readonly personId: number;
    readonly isNew: boolean;
    readonly changes: readonly FieldChange[];
  }[];
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    record_import: {
      instance_id: number;
      import_id: Generated<number>;
      kind_id: number;
      user_id: number;
      name: string;
      format: RecordFormat;
      size: number;
      attachment_id: number | null;
      blob_hash: string | null;
      state: Defaulted<ImportState>;
      why: string | null;
      setup: Json<ImportSetup> | null;
      rows: number | null;
      at_row: Defaulted<number>;
      made: Defaulted<number>;
      changed: Defaulted<number>;
      skipped: Defaulted<number>;
      faulty: Defaulted<number>;
      joined: Defaulted<number>;
      taken: Defaulted<number>;
      left_there: Defaulted<number>;
      undone_by: number | null;
      created_at: Timestamp;
      started_at: Timestamp | null;
      ended_at: Timestamp | null;
    };
    record_import_row: {
      instance_id: number;
      import_id: number;
      row: number;
      outcome: Outcome;
      record_id: number | null;
      stamp: number | null;
      before: Json<Differences> | null;
      faults: Json<readonly RowFault[]> | null;
      cells: Json<readonly (readonly string[])[]> | null;
      undone: Undone | null;
    };
  }
}
