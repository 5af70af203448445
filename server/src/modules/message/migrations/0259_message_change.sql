-- Texts that have become others since they were said, the last change of each: who shows old ones and was away asks for those alone. Changes of a
-- segment are numbered from 1 on, under the lock of the message; the number of the last one stands for all that have happened.
create table message_change (
  instance_id int not null,
  message_id bigint not null,
  segment_id int not null,
  no int not null,
  change int not null,
  primary key (instance_id, message_id, segment_id, no),
  foreign key (instance_id, message_id) references message on delete cascade
);
create index message_change_order on message_change (instance_id, message_id, segment_id, change);

call wall(array['message_change']);
