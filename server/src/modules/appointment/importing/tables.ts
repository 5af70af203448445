import type { CalendarImportProblem, CalendarImportRow, CalendarImportState } from '@kontor/contract/appointment';
import type { Generated } from 'kysely';
import type { Defaulted, Json } from '../../../platform/db/tables.ts';
import type { IcalAppointment } from '../icalendar/model.ts';

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    calendar_import: {
      instance_id: number;
      import_id: Generated<number>;
      user_id: number;
      name: string;
      size: number;
      attachment_id: number | null;
      blob_hash: string | null;
      state: Defaulted<CalendarImportState>;
      why: string | null;
      replaces: Defaulted<boolean>;
      events: number | null;
      at_event: Defaulted<number>;
      made: Defaulted<number>;
      changed: Defaulted<number>;
      skipped: Defaulted<number>;
      faulty: Defaulted<number>;
      taken: Defaulted<number>;
      left_there: Defaulted<number>;
      first_rows: Json<readonly CalendarImportRow[]> | null;
      faults: Json<readonly CalendarImportProblem[]> | null;
      created_at: Timestamp;
      started_at: Timestamp | null;
      ended_at: Timestamp | null;
    };
    calendar_import_event: {
      instance_id: number;
      import_id: number;
      n: number;
      uid: string;
      outcome: 'made' | 'changed';
      stamp: string;
      before: Json<IcalAppointment> | null;
      undone: 'taken' | 'left' | null;
    };
  }
}
