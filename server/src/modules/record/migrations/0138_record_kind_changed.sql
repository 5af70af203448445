-- Who changed a kind last, and when (milliseconds since 1970). Null: nobody has since this is written down.
alter table record_kind
  add column changed_by int,
  add column changed_at bigint;
