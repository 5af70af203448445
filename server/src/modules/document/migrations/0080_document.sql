-- Files that are kept. Title, box, author's name and time stand in activity, as of every item.
create table document (
  instance_id int not null,
  document_id bigint not null,
  -- Counts edits and versions, so that two who edit at once do not undo each other.
  edit int not null default 1,
  buzzwords text not null default '',
  -- Kinds of records.
  categories int[] not null default '{}',
  newest int not null default 1,
  created_by int not null,
  primary key (instance_id, document_id),
  foreign key (instance_id, document_id) references activity on delete cascade
);

create table document_version (
  instance_id int not null,
  document_id bigint not null,
  version int not null,
  filename text not null,
  size bigint not null,
  content_type text not null,
  blob_hash text not null,
  -- The upload that it came as, which is kept from being swept.
  attachment_id bigint,
  created_by int not null,
  -- Milliseconds since 1970.
  created_at bigint not null,
  primary key (instance_id, document_id, version),
  foreign key (instance_id, document_id) references document on delete cascade
);
create index document_version_made on document_version (instance_id, created_by, created_at desc) include (document_id);
create index document_version_blob on document_version (instance_id, blob_hash);

call wall(array['document', 'document_version']);
