-- Files that a client brings apart from the command that names them, piece by piece. The pieces are blobs, so that any process and any
-- storage can go on with what another began.
create table upload (
  instance_id int not null references instance on delete cascade,
  attachment_id bigint not null generated always as identity,
  user_id int not null,
  -- The client's own name for it, known before the first answer.
  upload_id uuid not null,
  name text not null,
  type text not null,
  total bigint not null,
  size bigint not null default 0,
  -- Set when it is complete: hash of the whole.
  blob_hash text,
  -- Commands that name it; one that none does is swept after a day.
  uses int not null default 0,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  primary key (instance_id, attachment_id),
  unique (instance_id, user_id, upload_id)
);
create index upload_idle on upload (instance_id, touched_at) where uses = 0;

create table upload_part (
  instance_id int not null,
  attachment_id bigint not null,
  at bigint not null,
  size int not null,
  blob_hash text not null,
  primary key (instance_id, attachment_id, at),
  foreign key (instance_id, attachment_id) references upload on delete cascade
);

call wall(array['upload', 'upload_part']);
