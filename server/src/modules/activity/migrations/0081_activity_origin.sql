-- What an item was made of: another item, or a file of it. Whoever sees both is told.
create table activity_origin (
  instance_id int not null,
  activity_id bigint not null,
  origin_id bigint not null,
  storage_key text not null default '',
  primary key (instance_id, activity_id),
  foreign key (instance_id, activity_id) references activity on delete cascade,
  foreign key (instance_id, origin_id) references activity on delete cascade
);
create index activity_origin_origin on activity_origin (instance_id, origin_id, activity_id);

call wall(array['activity_origin']);
