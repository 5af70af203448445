-- Feeds of others: each address is fetched once, whoever subscribes to it.
create table calendar_source (
  instance_id int not null,
  source_id int not null generated always as identity,
  address text not null,
  -- As it names itself.
  name text not null default '',
  -- What the server has said of the last good copy, to ask whether there is a newer one.
  etag text,
  last_modified text,
  fetched_at timestamptz,
  tried_at timestamptz,
  next_at timestamptz,
  failures int not null default 0,
  problem text check (problem in ('unreached', 'refused', 'calendar', 'large')),
  events int not null default 0,
  -- How often it wants to be fetched.
  every_ms int,
  primary key (instance_id, source_id)
);
create unique index calendar_source_address on calendar_source (instance_id, address);

-- What is in the last good copy. Times are local, as if in UTC; a series has no end.
create table calendar_source_event (
  instance_id int not null,
  source_id int not null,
  n int not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  event jsonb not null,
  primary key (instance_id, source_id, n),
  foreign key (instance_id, source_id) references calendar_source on delete cascade
);
create index calendar_source_event_start on calendar_source_event (instance_id, source_id, starts_at);

create table calendar_subscription (
  instance_id int not null,
  subscription_id int not null generated always as identity,
  user_id int not null,
  source_id int not null,
  name text not null,
  color text not null,
  created_at timestamptz not null,
  primary key (instance_id, subscription_id),
  foreign key (instance_id, user_id) references app_user on delete cascade,
  foreign key (instance_id, source_id) references calendar_source on delete cascade
);
create unique index calendar_subscription_source on calendar_subscription (instance_id, user_id, source_id);

call wall(array['calendar_source', 'calendar_source_event', 'calendar_subscription']);
