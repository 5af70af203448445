-- Files whose rows become records, from being set up to being taken back.
create table record_import (
  instance_id int not null,
  import_id int not null generated always as identity,
  kind_id int not null,
  user_id int not null,
  -- Of the file, which is gone after a while.
  name text not null,
  format text not null check (format in ('csv', 'vcf')),
  size bigint not null,
  attachment_id bigint,
  blob_hash text,
  state text not null default 'draft'
    check (state in ('draft', 'checking', 'checked', 'running', 'stopped', 'done', 'failed', 'undoing', 'undone')),
  -- Code of what ended it.
  why text,
  setup jsonb,
  -- Rows of the file once they were counted, and the last one that is done, or the first by an undo.
  rows int,
  at_row int not null default 0,
  made int not null default 0,
  changed int not null default 0,
  skipped int not null default 0,
  faulty int not null default 0,
  taken int not null default 0,
  left_there int not null default 0,
  -- Who takes it back.
  undone_by int,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (instance_id, import_id),
  foreign key (instance_id, kind_id) references record_kind on delete cascade
);
create index record_import_blob on record_import (instance_id, blob_hash);
create index record_import_kind on record_import (instance_id, kind_id);

-- What became of each row; of a dry run only what is wrong.
create table record_import_row (
  instance_id int not null,
  import_id int not null,
  row int not null,
  outcome text not null check (outcome in ('made', 'changed', 'skipped', 'faulty')),
  record_id bigint,
  -- When the record was changed by it, as the record says: it says so still where nobody has changed it since.
  stamp bigint,
  -- What was changed, from what to what.
  before jsonb,
  faults jsonb,
  -- Of faulty ones, as they stand in the file: more than one row where several are one record.
  cells jsonb,
  -- What an undo has made of it: taken back, or left because of what.
  undone text check (undone in ('taken', 'changed', 'linked', 'deleted')),
  primary key (instance_id, import_id, row),
  foreign key (instance_id, import_id) references record_import on delete cascade
);
create index record_import_row_record on record_import_row (instance_id, record_id) where record_id is not null;

call wall(array['record_import', 'record_import_row']);
