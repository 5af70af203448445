-- What has become of a text since it was sent, and what people have said to it with one sign.
alter table message_text
  -- Counts edits, so that two who edit at once do not undo each other.
  add column edit int not null default 0,
  add column edited_at bigint,
  -- Its content is empty since.
  add column taken_back_at bigint;

-- What a text said before it was edited; gone with what is taken back.
create table message_edit (
  instance_id int not null,
  message_id bigint not null,
  segment_id int not null,
  no int not null,
  edit int not null,
  at bigint not null,
  content text not null,
  primary key (instance_id, message_id, segment_id, no, edit),
  foreign key (instance_id, message_id, segment_id, no) references message_text on delete cascade
);

-- The segment is that of who says it: what is said to the first text, which all have, is not told to other receivers.
create table message_reaction (
  instance_id int not null,
  message_id bigint not null,
  segment_id int not null,
  no int not null,
  user_id int not null,
  sign text not null,
  at bigint not null,
  primary key (instance_id, message_id, segment_id, no, user_id, sign),
  foreign key (instance_id, message_id) references message on delete cascade
);

alter table message
  -- Receivers are asked to confirm that they have got it.
  add column confirms boolean not null default false,
  -- When those who had not read it were reminded last.
  add column reminded_at bigint;
alter table message_member add column confirmed_at bigint;

call wall(array['message_edit', 'message_reaction']);
