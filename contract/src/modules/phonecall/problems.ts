/**
 * PHONECALL_CONFLICT: another edit came first; `data` is what stands there now: the fields of `phoneCall.process` with `aggregateVersion`.
 * PHONE_TIME_INVALID: no moment, or one that is yet to come by more than a day. PHONE_NUMBER_INVALID: no number, or one with signs that steer
 * telephones (`*`, `#`, pauses). PHONE_NUMBER_CONFIRM: `data.why` is `premium`, `emergency` or `abroad`; sent again with `confirmed: true` it is done.
 * PHONE_NOT_CONFIGURED: `data.error` is one of `DIAL_FAULTS`. PHONE_LIMIT: `data.max` are the most calls a day, `data.of` is `user` or `instance`.
 * PHONE_SYSTEM_AWAY: the telephone system did not do it; `data.status` is what it answered, 0 for nothing. PHONE_ADDRESS_INVALID: none that may be
 * called, or none with a host. PHONE_ZONE_UNKNOWN: no such time zone. TOO_MANY_PHONE_LINES: `data.max` are the most. CALL_LIST_EXISTS: another list
 * has that name. CALL_LIST_NOT_EMPTY: `data.calls` lie in it, or `data.lines` stand on it. PHONE_BOOK_ENTRY_EXISTS: the number has that name already;
 * `data.id` is the entry. PHONE_BOOK_MERGE_INVALID: an entry stands in it twice. PHONE_BOOK_MERGE_GONE: it was undone, is too old, or what it made
 * was merged since. PHONE_BOOK_FILE_UNREADABLE: neither cards nor a table; `data.why` is `empty`, `binary` or `cards` (none in it). PHONE_BOOK_FILE_TOO_LARGE:
 * `data` is `{ what: 'bytes' | 'rows' | 'columns', most }`. PHONE_BOOK_IMPORT_SETUP: no column goes into a number, or none into a name; `data.missing` says which.
 * PHONE_BOOK_IMPORT_GONE: it was taken back, or is too old.
 */
export const problems = {
  PHONECALL_CONFLICT: 409,
  PHONE_TIME_INVALID: 422,
  PHONE_NUMBER_INVALID: 422,
  PHONE_NUMBER_CONFIRM: 409,
  PHONE_NOT_CONFIGURED: 422,
  PHONE_LIMIT: 429,
  PHONE_SYSTEM_AWAY: 503,
  PHONE_ADDRESS_INVALID: 422,
  PHONE_ZONE_UNKNOWN: 422,
  TOO_MANY_PHONE_LINES: 422,
  CALL_LIST_EXISTS: 409,
  CALL_LIST_NOT_EMPTY: 409,
  PHONE_BOOK_ENTRY_EXISTS: 409,
  PHONE_BOOK_MERGE_INVALID: 422,
  PHONE_BOOK_MERGE_GONE: 410,
  PHONE_BOOK_FILE_UNREADABLE: 422,
  PHONE_BOOK_FILE_TOO_LARGE: 422,
  PHONE_BOOK_IMPORT_SETUP: 422,
  PHONE_BOOK_IMPORT_GONE: 410,
} as const;
