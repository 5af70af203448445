-- Queries of records that people keep under a name and share, in folders: one tree for all, of which each sees their part.
create table record_query (
  instance_id int not null references instance on delete cascade,
  query_id uuid not null,
  owner_id int not null,
  parent_id uuid,
  -- Among those of its folder: between two of them there is always room for another one.
  rank numeric not null,
  name text not null,
  is_folder boolean not null,
  -- Null: of all kinds.
  kind_id int,
  words text not null,
  details text not null,
  memento text not null,
  board jsonb,
  everybody boolean not null default false,
  version int not null default 1,
  -- What was deleted can come back for a while.
  deleted_at timestamptz,
  primary key (instance_id, query_id),
  foreign key (instance_id, owner_id) references app_user on delete cascade,
  foreign key (instance_id, kind_id) references record_kind on delete cascade,
  foreign key (instance_id, parent_id) references record_query on delete set null (parent_id)
);
create index record_query_owner on record_query (instance_id, owner_id);
create index record_query_parent on record_query (instance_id, parent_id, rank);
create index record_query_everybody on record_query (instance_id) where everybody and deleted_at is null;

-- With whom one is shared.
create table record_query_viewer (
  instance_id int not null,
  query_id uuid not null,
  user_id int not null,
  primary key (instance_id, query_id, user_id),
  foreign key (instance_id, query_id) references record_query on delete cascade,
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create index record_query_viewer_user on record_query_viewer (instance_id, user_id);

create table record_query_group (
  instance_id int not null,
  query_id uuid not null,
  group_id int not null,
  primary key (instance_id, query_id, group_id),
  foreign key (instance_id, query_id) references record_query on delete cascade,
  foreign key (instance_id, group_id) references person_group on delete cascade
);
create index record_query_group_group on record_query_group (instance_id, group_id);

call wall(array['record_query', 'record_query_viewer', 'record_query_group']);
