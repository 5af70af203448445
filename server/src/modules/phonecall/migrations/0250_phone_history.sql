-- Calls that a telephone system knows of and has not told us: where its history is asked for, as whom, how far it is known, and when it is asked
-- next. Without a secret nobody asks.
alter table phone_line
  add column history_url text not null default '',
  add column history_user text not null default '',
  add column sealed_history text,
  add column history_until timestamptz,
  add column history_next_at timestamptz,
  add column history_failures int not null default 0,
  add column history_fault text not null default '',
  add column history_fault_since timestamptz;
create index phone_line_history on phone_line (history_next_at) where sealed_history is not null;
