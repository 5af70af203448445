-- What people have set, as it follows them from device to device.
create table user_setting (
  instance_id int not null,
  user_id int not null,
  key text not null,
  -- Null: reset. The row stays, so that an older choice of a device that was away does not come back.
  value jsonb,
  version bigint not null,
  primary key (instance_id, user_id, key),
  foreign key (instance_id, user_id) references app_user on delete cascade
);

call wall(array['user_setting']);
