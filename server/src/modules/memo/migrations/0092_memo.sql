-- What somebody has written down about a record. Its title and time stand in its item.
create table memo (
  instance_id int not null,
  memo_id bigint not null,
  -- Counted up with every edit.
  edit int not null default 1,
  content text not null default '',
  communication_type smallint,
  contact_person_id bigint,
  duration_s int not null default 0,
  -- Milliseconds since 1970.
  alarm_at bigint,
  created_by int not null,
  primary key (instance_id, memo_id),
  foreign key (instance_id, memo_id) references activity on delete cascade
);

call wall(array['memo']);
