-- Files that a text has. Gone with what is taken back.
create table message_file (
  instance_id int not null,
  message_id bigint not null,
  segment_id int not null,
  no int not null,
  -- Counted from 0 in its text.
  part int not null,
  filename text not null,
  size bigint not null,
  content_type text not null,
  blob_hash text not null,
  -- The upload that it came as, which is kept from being swept. Texts that it was forwarded in name the same one.
  attachment_id bigint not null,
  primary key (instance_id, message_id, segment_id, no, part),
  foreign key (instance_id, message_id, segment_id, no) references message_text on delete cascade
);
create index message_file_blob on message_file (instance_id, blob_hash);

-- The same of what somebody has begun to write.
create table message_draft_file (
  instance_id int not null,
  draft_id bigint not null,
  part int not null,
  filename text not null,
  size bigint not null,
  content_type text not null,
  blob_hash text not null,
  attachment_id bigint not null,
  primary key (instance_id, draft_id, part),
  foreign key (instance_id, draft_id) references message_draft on delete cascade
);
create index message_draft_file_blob on message_draft_file (instance_id, blob_hash);

call wall(array['message_file', 'message_draft_file']);
