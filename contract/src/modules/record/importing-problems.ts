/**
 * RECORD_IMPORT_UNREADABLE: `data.why` is `empty`, `binary`, `cards` (none in it) or `broken` (`data.row`). RECORD_IMPORT_TOO_LARGE: `data` is
 * `{ what: 'bytes' | 'rows' | 'columns', most }`. RECORD_IMPORT_SETUP: `data.faults` is `[{ target, why: 'unknown' | 'right' | 'many' | 'required' }]`.
 * RECORD_IMPORT_STATE: `data.state` is the one that it is in.
 */
export const importProblems = {
  RECORD_IMPORT_MISSING: 422,
  RECORD_IMPORT_UNREADABLE: 422,
  RECORD_IMPORT_TOO_LARGE: 422,
  RECORD_IMPORT_SETUP: 422,
  RECORD_IMPORT_STATE: 409,
} as const;
