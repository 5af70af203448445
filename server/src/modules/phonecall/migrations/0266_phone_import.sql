-- Files that became entries of the phone book, and what they have added: an entry names its import for as long as nobody has changed it.
create table phone_import (
  instance_id int not null references instance on delete cascade,
  import_id bigint generated always as identity,
  -- Of the file.
  name text not null,
  by_user int not null,
  at timestamptz not null,
  -- Rows by what became of them, and the entries that are new.
  made int not null,
  skipped int not null,
  faulty int not null,
  entries int not null,
  undone_at timestamptz,
  -- Of an undo: entries that were taken back, and left.
  taken int not null default 0,
  left_there int not null default 0,
  primary key (instance_id, import_id)
);
create index phone_import_at on phone_import (instance_id, at desc);
alter table phone_name add column import_id bigint;
create index phone_name_import on phone_name (instance_id, import_id) where import_id is not null;
call wall(array['phone_import']);
