-- Calendars that people bring as files, from the dry run to being taken back.
create table calendar_import (
  instance_id int not null,
  import_id int not null generated always as identity,
  user_id int not null,
  -- Of the file, which is gone after a while.
  name text not null,
  size bigint not null,
  attachment_id bigint,
  blob_hash text,
  state text not null default 'checking'
    check (state in ('checking', 'checked', 'running', 'stopped', 'done', 'failed', 'undoing', 'undone')),
  -- Code of what ended it.
  why text,
  -- What is there and older than in the file becomes as it is there.
  replaces boolean not null default false,
  -- Appointments of the file once they were counted, and how many of them are done.
  events int,
  at_event int not null default 0,
  made int not null default 0,
  changed int not null default 0,
  skipped int not null default 0,
  faulty int not null default 0,
  taken int not null default 0,
  left_there int not null default 0,
  first_rows jsonb,
  faults jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (instance_id, import_id),
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create index calendar_import_blob on calendar_import (instance_id, blob_hash);
create index calendar_import_user on calendar_import (instance_id, user_id);

-- What an import has made and changed.
create table calendar_import_event (
  instance_id int not null,
  import_id int not null,
  n int not null,
  uid text not null,
  outcome text not null check (outcome in ('made', 'changed')),
  -- Ids and edits of what stands there since: the same where nobody has changed it.
  stamp text not null,
  -- How it was before it was changed.
  before jsonb,
  undone text check (undone in ('taken', 'left')),
  primary key (instance_id, import_id, n),
  foreign key (instance_id, import_id) references calendar_import on delete cascade
);

call wall(array['calendar_import', 'calendar_import_event']);
