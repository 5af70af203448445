-- What came of a call that somebody began, and of its end: they are made after the command, and asked for until that is known.
alter table dial_attempt
  -- calling, done, localGet, failed.
  add column state text not null default 'done',
  -- The same of its end; empty while nobody has ended it.
  add column end_state text not null default '',
  -- What the person's own machine opens.
  add column href text not null default '',
  -- What the telephone system answered that did not do it (HTTP); 0 where it is not reached.
  add column status int not null default 0,
  -- When the last of the two was begun.
  add column asked_at timestamptz;
