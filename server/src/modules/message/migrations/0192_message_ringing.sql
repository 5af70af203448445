-- Whom texts name, of those who read them.
create table message_mention (
  instance_id int not null,
  message_id bigint not null,
  user_id int not null,
  segment_id int not null,
  no int not null,
  primary key (instance_id, message_id, user_id, segment_id, no),
  foreign key (instance_id, message_id, segment_id, no) references message_text on delete cascade
);
create index message_mention_text on message_mention (instance_id, message_id, segment_id, no);

-- A push of it may stand on a device of theirs.
alter table message_member add column is_rung boolean not null default false;

call wall(array['message_mention']);
