-- What people have said that is to be sent later. It is no text before: nobody but who has said it sees it.
create table message_waiting (
  instance_id int not null,
  waiting_id bigint generated always as identity,
  user_id int not null,
  message_id bigint not null,
  segment_id int not null,
  -- Milliseconds since 1970.
  send_at bigint not null,
  -- The command that is carried out then: {"compose": {…}} for the message itself, {"answer": {…}}.
  given jsonb not null,
  -- Its uploads, which are kept from being swept.
  attachment_ids bigint[] not null,
  primary key (instance_id, waiting_id),
  foreign key (instance_id, message_id) references message on delete cascade,
  foreign key (instance_id, user_id) references app_user (instance_id, user_id) on delete cascade
);
create index message_waiting_of on message_waiting (instance_id, user_id, message_id);
create index message_waiting_message on message_waiting (instance_id, message_id);

call wall(array['message_waiting']);
