-- Devices that people have signed in from: their wrong tries are counted apart from those of strangers. Each has a value that the server
-- has signed; one that is no longer here is a stranger again.
create table known_device (
  instance_id int not null,
  -- SHA-256 of the chance in that value.
  device_hash bytea not null,
  user_id int not null,
  last_used_at timestamptz not null,
  primary key (instance_id, device_hash),
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create index known_device_person on known_device (instance_id, user_id);
create index known_device_age on known_device (instance_id, last_used_at);

-- On which of them it was begun.
alter table session add column device_hash bytea;

-- Since when somebody was told that the count is full, for as long as it goes on.
alter table sign_in_try add column told_at timestamptz;

call wall(array['known_device']);
