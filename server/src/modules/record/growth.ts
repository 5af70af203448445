import type { Grown } from '../../platform/db/growth.ts';

/** What grows with records. */
export const RECORDS: Grown = {
  table: 'record',
  counted: `record (instance_id, record_id, kind_id, created_by, created_at, changed_at, deleted_at, has_cells, kind_version),
    record_cell, record_person (instance_id, person_id, record_id, place), record_search,
    record_address, record_phone, record_unique`,
};
