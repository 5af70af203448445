-- Records that people have marked for themselves, in an order of their own.
create table record_favourite (
  instance_id int not null,
  user_id int not null,
  record_id bigint not null,
  place int not null,
  primary key (instance_id, user_id, record_id),
  foreign key (instance_id, user_id) references app_user on delete cascade,
  foreign key (instance_id, record_id) references record on delete cascade
);
create index record_favourite_record on record_favourite (instance_id, record_id);

call wall(array['record_favourite']);
