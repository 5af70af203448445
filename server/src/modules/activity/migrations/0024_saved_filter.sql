-- Lists that people have cut to something, under a name. The number is the client's own, so that one can be made without a network.
create table saved_filter (
  instance_id int not null references instance on delete cascade,
  filter_id uuid not null,
  owner_id int not null,
  name text not null,
  list text not null,
  conditions jsonb not null,
  sort jsonb not null,
  everybody boolean not null default false,
  version int not null default 1,
  -- What was deleted can come back for a while.
  deleted_at timestamptz,
  primary key (instance_id, filter_id),
  foreign key (instance_id, owner_id) references app_user on delete cascade
);
create unique index saved_filter_name on saved_filter (instance_id, owner_id, lower(name)) where deleted_at is null;
create index saved_filter_everybody on saved_filter (instance_id) where everybody and deleted_at is null;

-- With whom one is shared.
create table saved_filter_viewer (
  instance_id int not null,
  filter_id uuid not null,
  user_id int not null,
  primary key (instance_id, filter_id, user_id),
  foreign key (instance_id, filter_id) references saved_filter on delete cascade,
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create index saved_filter_viewer_user on saved_filter_viewer (instance_id, user_id);

-- What people have in their menu, filters of others too.
create table saved_filter_pin (
  instance_id int not null,
  user_id int not null,
  filter_id uuid not null,
  place int not null,
  primary key (instance_id, user_id, filter_id),
  foreign key (instance_id, filter_id) references saved_filter on delete cascade,
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create index saved_filter_pin_filter on saved_filter_pin (instance_id, filter_id);

call wall(array['saved_filter', 'saved_filter_viewer', 'saved_filter_pin']);
