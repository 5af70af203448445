-- Files with mails in them that were put into an account.
create table mail_import (
  instance_id int not null,
  import_id int not null generated always as identity,
  account_id int not null,
  user_id int not null,
  -- Of its files.
  name text not null,
  format text not null check (format in ('auto', 'mbox', 'eml', 'maildir')),
  -- The state that the mails get; what the files say of them where it is null.
  status smallint check (status between 1 and 3),
  also_on_server boolean not null,
  is_try boolean not null,
  state text not null default 'reading' check (state in ('reading', 'done', 'failed', 'undone')),
  -- How far it is: the file, the entry and the bytes of it.
  at_file int not null default 0,
  at_entry int not null default 0,
  at_offset bigint not null default 0,
  -- Bytes of all files, and those that were read.
  bytes bigint not null,
  bytes_read bigint not null default 0,
  added int not null default 0,
  known int not null default 0,
  failed int not null default 0,
  -- The first of what failed: where it stands, why, and how it begins.
  errors jsonb not null default '[]',
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (instance_id, import_id),
  foreign key (instance_id, account_id) references mail_account on delete cascade
);
create index mail_import_account on mail_import (instance_id, account_id, import_id desc);

create table mail_import_file (
  instance_id int not null,
  import_id int not null,
  place int not null,
  attachment_id bigint not null,
  name text not null,
  size bigint not null,
  blob_hash text not null,
  primary key (instance_id, import_id, place),
  foreign key (instance_id, import_id) references mail_import on delete cascade
);
create index mail_import_file_blob on mail_import_file (instance_id, blob_hash);

-- What an import has put into the lists, and how: what stands otherwise by now stays when it is undone.
create table mail_imported (
  instance_id int not null,
  import_id int not null,
  mail_id bigint not null,
  status smallint not null,
  archived boolean not null,
  primary key (instance_id, import_id, mail_id),
  foreign key (instance_id, import_id) references mail_import on delete cascade,
  foreign key (instance_id, mail_id) references mail on delete cascade
);
create index mail_imported_mail on mail_imported (instance_id, mail_id);

call wall(array['mail_import', 'mail_import_file', 'mail_imported']);
